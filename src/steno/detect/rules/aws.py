"""Amazon keys with a known form. A secret access key has none, and is found beside its id."""

import re

from steno.detect.declare import api_key, auth_token, secret, shown, tail, token, unlike, value, varied


def _real(match: re.Match[str]) -> tuple[int, int] | None:
    """Amazon's documentation ends its made-up ids in EXAMPLE."""
    return None if match[0].endswith("EXAMPLE") else varied(match)


def _secret(match: re.Match[str]) -> tuple[int, int] | None:
    """Forty characters of base64 have capitals, which a commit's hash has not."""
    body = match["v"]
    return value(match) if body != body.lower() and any(map(str.isdigit, body)) else None


def _session(match: re.Match[str]) -> tuple[int, int] | None:
    return None if "EXAMPLE" in match[0] else tail(match)


RULES = (
    api_key(
        "SEC013 aws-access-key-id: The id of an Amazon Web Services access key: long-lived (`AKIA`), temporary"
        " (`ASIA`), bearer (`ABIA`) or context-specific (`ACCA`). The secret half has no shape of its own.",
        r"A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}",
        extent=_real,
        source="AWS, Identity and Access Management user guide, unique identifiers",
        positives=(
            "AWS_ACCESS_KEY_ID=AKIA<16 A-Z2-7>",
            "X-Amz-Credential=ASIA<16 A-Z2-7>%2F20260101%2Feu-west-1",
            'aws_access_key_id = "AKIA<16 A-Z2-7>"',
        ),
        negatives=("AKIAIOSFODNN7EXAMPLE", "AKIA<15 A-Z2-7>", "AKIA<16 A>"),
    ),
    api_key(
        "SEC014 aws-bedrock-api-key: A long-lived Amazon Bedrock key.",
        r"ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/=]{20,}",
        source="Observed: in use; not compared with AWS, Amazon Bedrock user guide, API keys",
        positives=(
            "AWS_BEARER_TOKEN_BEDROCK=ABSKQmV<>kcm9ja0FQSUtleS<90>",
            "Bearer ABSKQmVkcm9ja0FQSUtleS<90>=",
            "'ABSKQmVkcm9ja0FQSUtleS<110>'",
        ),
        negatives=("ABSKQmVkcm9ja0FQSUtleS", "ABSKQmVkcm9ja0FQSUtleS<8>", "ABSKQmVkcm9ja0FQSUtleS<60 A>"),
    ),
    auth_token(
        "SEC077 aws-session-token: The session token of temporary credentials of Amazon Web Services.",
        r"(?:IQoJb3JpZ2luX2Vj|F[wQ]oGZXIvYXdzE)[A-Za-z0-9+/=%]{100,}",
        anchors="IQoJb3JpZ2luX2Vj|FwoGZXIvYXdzE|FQoGZXIvYXdzE",
        extent=_session,
        source="Observed: in use; not compared with AWS, Security Token Service API reference, credentials",
        tokens=("IQoJb3JpZ2luX2Vj<400>==", "FwoGZXIvYXdzE<300>", "IQoJb3JpZ2luX2Vj<400>%3D%3D"),
        negatives=unlike(
            "IQoJb3JpZ2luX2Vj", "IQoJb3JpZ2luX2Vj<300>", "FwoGZXIvYXdzE...", "IQoJb3JpZ2l<>uX2VjEXAMPLE<300>"
        ),
    ),
    api_key(
        "SEC078 aws-bedrock-short-term-key: A short-term Amazon Bedrock key: a signed address, encoded.",
        r"bedrock-api-key-[A-Za-z0-9+/=_-]{100,}",
        extent=tail,
        source="AWS, Amazon Bedrock user guide, short-term API keys",
        positives=shown("AWS_BEARER_TOKEN_BEDROCK", "bedrock-api-key-YmVkcm9jay5h<300>"),
        negatives=unlike("bedrock-api-key-", "bedrock-api-key-<300>", "bedrock-api-key-rotation"),
    ),
    secret(
        "SEC080 aws-secret-access-key: An Amazon Web Services secret access key where it follows its id: in a"
        " credentials file, a CSV download, or a pair.",
        r"A[KS]IA[A-Z2-7]{16}[\s\"'\\:=,;|<>]{1,8}(?:[A-Za-z_]{1,30}[\s\"'\\:=,;|<>/]{1,8}){0,4}"
        r"(?P<v>[A-Za-z0-9/+]{40})",
        anchors="AKIA|ASIA",
        extent=_secret,
        source="AWS, Identity and Access Management user guide, manage access keys",
        positives=(
            "[default]\naws_access_key_id = AKIA<16 A-Z2-7>\naws_secret_access_key = <19>/<20>\n",
            "Access key ID,Secret access key\nAKIA<16 A-Z2-7>,<19>/<20>",
            '{"AccessKeyId": "AKIA<16 A-Z2-7>", "SecretAccessKey": "<19>/<20>"}',
            "export AWS_ACCESS_KEY_ID=AKIA<16 A-Z2-7>\nexport AWS_SECRET_ACCESS_KEY=<19>/<20>",
            "-u AKIA<16 A-Z2-7>:<19>/<20>",
        ),
        negatives=("AKIA<16 A-Z2-7> <40 hex>", "AKIA<16 A-Z2-7> <39>", "AKIA<16 A-Z2-7>\nsecret = <40 x>", "<19>/<20>"),
    ),
    api_key(
        "SEC081 aws-appsync-key: An AWS AppSync key.",
        r"da2-[a-z0-9]{26}",
        extent=token,
        source="AWS, AppSync developer guide, API_KEY authorization",
        positives=shown("APPSYNC_API_KEY", "da2-<26 small>"),
        negatives=unlike("da2-", "da2-<26 hex>", "panda2-<26 hex>", "da2-beta"),
    ),
)
