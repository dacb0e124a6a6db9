"""Secrets of Zuplo."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC376 zuplo-key: A Zuplo key.",
    "zpka_[0-9a-f]{32}_[0-9a-f]{8}",
    extent=token,
    source="Zuplo, documentation, API key best practices, key format",
    tokens="zpka_<32 hex>_<8 hex>",
)
