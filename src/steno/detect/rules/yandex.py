"""Secrets of Yandex."""

from steno.detect.declare import api_key, auth_token, mixed, secret, shown, tail, token, unlike

RULES = (
    api_key(
        "SEC420 yandex-dictionary-key: A key of the dictionary, translation or prediction API of Yandex.",
        r"(?:pdct\.1\.1\.|trnsl\.1\.1\.|dict\.1\.1\.)[0-9]{8}T[0-9]{6}Z\.[0-9a-f]{16}\.[0-9a-f]{40}",
        extent=tail,
        tokens=(
            "pdct.1.1.20240117T124723Z.<16 hex>.<40 hex>",
            "trnsl.1.1.20240117T124723Z.<16 hex>.<40 hex>",
            "dict.1.1.20240117T124723Z.<16 hex>.<40 hex>",
        ),
    ),
    api_key(
        "SEC113 yandex-api-key: A key of a service account of Yandex Cloud.",
        r"AQVN[A-Za-z0-9_-]{35,38}",
        extent=token,
        source="Yandex Cloud, Identity and Access Management documentation, API key",
        positives=shown("YC_API_KEY", "AQVN<36>", "AQVN<35>"),
        negatives=unlike("AQVN", "AQVN<36>", "AQVN<20>"),
    ),
    auth_token(
        "SEC114 yandex-iam-token: A token (`t1.`) or a cookie (`c1.`) of the identity service of Yandex Cloud.",
        r"[tc]1\.[A-Za-z0-9_-]{30,600}={0,2}\.[A-Za-z0-9_-]{86}={0,2}",
        anchors="t1.|c1.",
        extent=token,
        source="Yandex Cloud, Identity and Access Management documentation, IAM token",
        positives=shown("YC_TOKEN", "t1.<120>.<86>==", "c1.<80>=.<86>"),
        negatives=unlike("t1.", "t1.<80>.<86>", "t1.column_name = t2.column_name", "t1.<60>"),
    ),
    auth_token(
        "SEC115 yandex-oauth-token: A Yandex OAuth token.",
        r"y[0-3]_[A-Za-z0-9_-]{50,130}",
        anchors="y0_|y1_|y2_|y3_",
        extent=token,
        source="Yandex, OAuth documentation, token",
        positives=shown("YANDEX_OAUTH", "y0_AgAAAA<50>", "y0___xD<54>"),
        negatives=unlike("y0_", "y0_<58>", "y1_coordinate", "key0_<58>"),
    ),
    secret(
        "SEC116 yandex-static-key: The secret of a Yandex Cloud static access key.",
        r"YC[A-Za-z0-9_-]{38}",
        extent=mixed,
        source="Yandex Cloud, Identity and Access Management documentation, static access keys",
        positives=shown("AWS_SECRET_ACCESS_KEY", "YC<38>", "YC<20>-<17>"),
        negatives=unlike("YC", "YC<38>", "YC_SERVICE_ACCOUNT_KEY_FILE_FOR_DEPLOYS_1", "YC<38 small>"),
    ),
)
