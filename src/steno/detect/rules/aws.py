"""Keys of Amazon that tell themselves.  A secret access key does not, unless it stands beside its id."""

import re

from steno.detect.judge import token, value
from steno.detect.rule import HEX, detector, fake, varied
from steno.detect.rules.forms import UUID, shown, tail, unlike, uuid

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def _real(match: re.Match[str]) -> tuple[int, int] | None:
    """Amazon's documentation ends its made-up ids in EXAMPLE."""
    return None if match[0].endswith("EXAMPLE") else varied(match)


def _secret(match: re.Match[str]) -> tuple[int, int] | None:
    """Forty characters of base64 have capitals, which a commit's hash has not."""
    body = match["v"]
    return value(match) if body != body.lower() and any(map(str.isdigit, body)) else None


def _session(match: re.Match[str]) -> tuple[int, int] | None:
    return None if "EXAMPLE" in match[0] else tail(match)


_ID = "AKIA" + fake(16, BASE32)
_SECRET = fake(19) + "/" + fake(20)
_SESSION = "IQoJb3Jp" + "Z2luX2Vj" + fake(400)

RULES = (
    detector(
        "SEC013",
        "aws-access-key-id",
        "The id of an access key of Amazon Web Services: long-lived (`AKIA`), temporary (`ASIA`), bearer (`ABIA`) or"
        " context-specific (`ACCA`). The secret half has no shape of its own.",
        type="api_key",
        anchors=("AKIA", "ASIA", "ABIA", "ACCA"),
        pattern=r"A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}",
        extent=_real,
        source="AWS, Identity and Access Management user guide, unique identifiers",
        positives=(
            "AWS_ACCESS_KEY_ID=" + "AKIA" + fake(16, BASE32),
            "X-Amz-Credential=" + "ASIA" + fake(16, BASE32) + "%2F20260101%2Feu-west-1",
            'aws_access_key_id = "' + "AKIA" + fake(16, BASE32) + '"',
        ),
        negatives=("AKIAIOSFODNN7EXAMPLE", "AKIA" + fake(15, BASE32), "AKIA" + "A" * 16),
    ),
    detector(
        "SEC014",
        "aws-bedrock-api-key",
        "A long-lived key of Amazon Bedrock.",
        type="api_key",
        anchors=("ABSKQmVkcm9ja0FQSUtleS",),
        pattern=r"ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/=]{20,}",
        source="Observed: in use; not compared with AWS, Amazon Bedrock user guide, API keys",
        positives=(
            "AWS_BEARER_TOKEN_BEDROCK=" + "ABSKQmVkcm9ja0FQSUtleS" + fake(90),
            "Bearer " + "ABSKQmVkcm9ja0FQSUtleS" + fake(90) + "=",
            "'" + "ABSKQmVkcm9ja0FQSUtleS" + fake(110) + "'",
        ),
        negatives=(
            "ABSKQmVkcm9ja0FQSUtleS",
            "ABSKQmVkcm9ja0FQSUtleS" + fake(8),
            "ABSKQmVkcm9ja0FQSUtleS" + "A" * 60,
        ),
    ),
    detector(
        "SEC077",
        "aws-session-token",
        "The session token of temporary credentials of Amazon Web Services.",
        type="auth_token",
        anchors=("IQoJb3JpZ2luX2Vj", "FwoGZXIvYXdzE", "FQoGZXIvYXdzE"),
        pattern=r"(?:IQoJb3JpZ2luX2Vj|F[wQ]oGZXIvYXdzE)[A-Za-z0-9+/=%]{100,}",
        extent=_session,
        source="Observed: in use; not compared with AWS, Security Token Service API reference, credentials",
        positives=shown("AWS_SESSION_TOKEN", _SESSION + "==", "FwoGZXIv" + "YXdzE" + fake(300), _SESSION + "%3D%3D"),
        negatives=unlike(
            "IQoJb3JpZ2luX2Vj",
            "IQoJb3JpZ2luX2Vj" + fake(300),
            "FwoGZXIvYXdzE...",
            "IQoJb3JpZ2luX2Vj" + "EXAMPLE" + fake(300),
        ),
    ),
    detector(
        "SEC078",
        "aws-bedrock-short-term-key",
        "A short-term key of Amazon Bedrock: a signed address, encoded.",
        type="api_key",
        anchors=("bedrock-api-key-",),
        pattern=r"bedrock-api-key-[A-Za-z0-9+/=_-]{100,}",
        extent=tail,
        source="AWS, Amazon Bedrock user guide, short-term API keys",
        positives=shown("AWS_BEARER_TOKEN_BEDROCK", "bedrock-api-" + "key-" + "YmVkcm9jay5h" + fake(300)),
        negatives=unlike("bedrock-api-key-", "bedrock-api-key-" + fake(300), "bedrock-api-key-rotation"),
    ),
    detector(
        "SEC080",
        "aws-secret-access-key",
        "A secret access key of Amazon Web Services where it follows its id: in a credentials file, a CSV download, or"
        " a pair.",
        type="secret",
        anchors=("AKIA", "ASIA"),
        pattern=r"A[KS]IA[A-Z2-7]{16}[\s\"'\\:=,;|<>]{1,8}(?:[A-Za-z_]{1,30}[\s\"'\\:=,;|<>/]{1,8}){0,4}"
        r"(?P<v>[A-Za-z0-9/+]{40})",
        extent=_secret,
        source="AWS, Identity and Access Management user guide, manage access keys",
        positives=(
            "[default]\naws_access_key_id = " + _ID + "\naws_secret_access_key = " + _SECRET + "\n",
            "Access key ID,Secret access key\n" + _ID + "," + _SECRET,
            '{"AccessKeyId": "' + _ID + '", "SecretAccessKey": "' + _SECRET + '"}',
            "export AWS_ACCESS_KEY_ID=" + _ID + "\nexport AWS_SECRET_ACCESS_KEY=" + _SECRET,
            "-u " + _ID + ":" + _SECRET,
        ),
        negatives=(_ID + " " + fake(40, HEX), _ID + " " + fake(39), _ID + "\nsecret = " + "x" * 40, _SECRET),
    ),
    detector(
        "SEC081",
        "aws-appsync-key",
        "A key of AWS AppSync.",
        type="api_key",
        anchors=("da2-",),
        pattern=r"da2-[a-z0-9]{26}",
        extent=token,
        source="AWS, AppSync developer guide, API_KEY authorization",
        positives=shown("APPSYNC_API_KEY", "da2-" + fake(26).lower()),
        negatives=unlike("da2-", "da2-" + fake(26, HEX), "panda2-" + fake(26, HEX), "da2-beta"),
    ),
    detector(
        "SEC082",
        "amazon-app-token",
        "A secret of an app that signs in with Amazon (`amzn1.oa2-cs.v1.`), a token it got (`Atza|`, `Atzr|`), or a"
        " token of the Marketplace Web Service (`amzn.mws.`).",
        type="auth_token",
        anchors=("amzn1.oa2-cs.v1.", "Atza|", "Atzr|", "amzn.mws."),
        pattern=r"(?:amzn1\.oa2-cs\.v1\.[0-9a-f]{64}|Atz[ar]\|[A-Za-z0-9_-]{60,}|amzn\.mws\." + UUID + ")",
        source="Amazon, Login with Amazon documentation, access and refresh tokens; Selling Partner API, credentials",
        positives=shown(
            "LWA_SECRET",
            "amzn1.oa2-" + "cs.v1." + fake(64, HEX),
            "Atzr|" + "IwEB" + fake(200),
            "amzn." + "mws." + uuid(),
        ),
        negatives=unlike("Atzr|", "Atzr|" + fake(200), "amzn1.application-oa2-client." + fake(32, HEX), "Atza|..."),
    ),
)
