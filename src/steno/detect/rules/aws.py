"""Keys of Amazon Web Services that tell themselves.  A secret access key does not: it is forty characters of base64."""

import re

from steno.detect.rule import detector, fake, varied

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def _real(match: re.Match[str]) -> tuple[int, int] | None:
    """Amazon's documentation ends its made-up ids in EXAMPLE."""
    return None if match[0].endswith("EXAMPLE") else varied(match)


RULES = (
    detector(
        "SEC013",
        "aws-access-key-id",
        "The id of an access key of Amazon Web Services: long-lived (`AKIA`), temporary (`ASIA`), bearer (`ABIA`) or"
        " context-specific (`ACCA`). The secret half has no shape of its own and is not looked for.",
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
        source="AWS, Amazon Bedrock user guide, API keys",
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
)
