"""Secrets of Baidu AI Cloud."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC111 baidu-cloud-key: A Baidu AI Cloud key: `bce-v3/`, an id and a secret.",
    r"bce-v3/ALTAK[A-Za-z0-9-]{10,40}/[0-9a-f]{40}",
    source="Baidu AI Cloud, Qianfan documentation, API key",
    positives=shown("QIANFAN_API_KEY", "bce-v3/ALTAK-<21>/<40 hex>"),
    negatives=unlike("bce-v3/ALTAK-", "bce-v3/ALTAK-<21>/<40 hex>", "bce-v3/ALTAK-<21>"),
)
