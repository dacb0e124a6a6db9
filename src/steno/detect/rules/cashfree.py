"""Secrets of Cashfree Payments."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC155 cashfree-secret-key: A Cashfree Payments secret key, of production or of the sandbox.",
    r"cfsk_ma_(?:prod|test)_[0-9a-f]{32}_[0-9a-f]{8}",
    anchors="cfsk_ma_",
    source="Cashfree Payments, documentation, API keys",
    tokens=("cfsk_ma_prod_<32 hex>_<8 hex>", "cfsk_ma_test_<32 hex>_<8 hex>"),
    negatives=("cfsk_ma_prod_<32 hex>", "cfsk_ma_test_your_key", "cfsk_ma_prod_<32 0>_<8 0>"),
)
