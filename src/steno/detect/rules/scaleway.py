"""Secrets of Scaleway."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC112 scaleway-access-key: The id of a Scaleway key.",
    r"SCW[A-Z0-9]{17}",
    extent=token,
    source="Scaleway, documentation, API keys",
    positives=shown("SCW_ACCESS_KEY", "SCW<17 capital>"),
    negatives=unlike("SCW", "SCW<17 capital>", "SCW_DEFAULT_PROJECT_ID", "SCW<16 capital>"),
)
