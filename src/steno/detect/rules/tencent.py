"""Secrets of Tencent Cloud."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC109 tencent-secret-id: The id of a Tencent Cloud API key.",
    r"AKID[A-Za-z0-9]{32}",
    extent=mixed,
    source="Tencent Cloud, Cloud Access Management documentation, access keys",
    positives=shown("TENCENTCLOUD_SECRET_ID", "AKID<32>"),
    negatives=unlike("AKID", "AKID<32>", "AKID<33>", "AKID<20>"),
)
