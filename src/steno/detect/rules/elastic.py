"""Secrets of Elastic Cloud."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC259 elastic-cloud-key: An Elastic Cloud API key.",
    r"essu_[A-Za-z0-9+/_=-]{40,}",
    extent=token,
    source="Elastic, Cloud documentation, API keys",
    positives=("EC_API_KEY=essu_<64>==", "ApiKey essu_<64>=", '"essu_<64>"'),
    negatives=("essu_<12>", "essu_<64 x>", "tissu_vert"),
)
