"""Secrets of Alibaba Cloud."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC108 alibaba-access-key-id: The id of an Alibaba Cloud access key, lasting (`LTAI`) or temporary (`STS.`).",
    r"(?:LTAI[A-Za-z0-9]{12,26}|STS\.N[A-Za-z0-9]{20,30})",
    anchors="LTAI|STS.N",
    extent=mixed,
    source="Alibaba Cloud, Resource Access Management documentation, AccessKey pair",
    positives=shown("ALIBABA_CLOUD_ACCESS_KEY_ID", "LTAI5t<18>", "LTAI<12>", "STS.N<24>"),
    negatives=unlike("LTAI", "LTAI5t<18>", "LTAI", "VOLTAIRE", "STS.NotAuthorizedException"),
)
