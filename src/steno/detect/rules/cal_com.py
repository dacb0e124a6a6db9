"""Secrets of Cal.com."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC196 cal-com-key: A Cal.com API key.",
    r"cal_(?:live|test)_[0-9a-f]{32}",
    source="Cal.com, documentation, API keys",
    tokens=("cal_live_<32 hex>", "cal_test_<32 hex>"),
    negatives=("cal_live_xxxxxx", "historical_live_data", "cal_live_" + "0" * 32),
)
