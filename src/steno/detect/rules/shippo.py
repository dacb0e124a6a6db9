"""Secrets of Shippo."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC169 shippo-token: A Shippo API token, live or test.",
    r"shippo_(?:live|test)_[0-9a-f]{40}",
    source="Shippo, documentation, authentication",
    tokens=("shippo_live_<40 hex>", "shippo_test_<40 hex>"),
    negatives=("shippo_live_token", "shippo_test_<20 hex>", "shippo_live_<40 0>"),
)
