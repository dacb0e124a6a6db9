"""Secrets of Klaviyo."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC218 klaviyo-private-key: A Klaviyo private key, which is not public although it begins with `pk_`.",
    r"pk_(?:[A-Za-z0-9]{6}_)?[0-9a-f]{34}",
    source="Klaviyo, developer documentation, private API keys",
    tokens=("pk_<34 hex>", "pk_Ab3dE7_<34 hex>"),
    negatives=("pk_live_<24>", "pk_<34 0>", "pk_<60 hex>", "pk_test_<34 hex>"),
)
