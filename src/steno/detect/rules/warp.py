"""Secrets of Warp."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC440 warp-key: A key of Warp or its agents.",
    r"wk-1\.[0-9a-f]{64}",
    extent=token,
    source="Warp, documentation, API and SDK quickstart",
    tokens="wk-1.<64 hex>",
)
