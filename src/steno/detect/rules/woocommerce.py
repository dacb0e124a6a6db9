"""Secrets of WooCommerce."""

from steno.detect.declare import api_key
from steno.detect.rule import HEX

RULE = api_key(
    "SEC167 woocommerce-key: A consumer key (`ck_`) or consumer secret (`cs_`) of WooCommerce.",
    r"c[ks]_[0-9a-f]{40}",
    anchors=tuple(kind + digit for kind in ("ck_", "cs_") for digit in HEX),
    source="WooCommerce, REST API documentation, authentication",
    tokens=("ck_<40 hex>", "cs_<40 hex>"),
    negatives=("ck_<20 hex>", "cs_<40 0>", "docs_<40 hex>", "cs_test_<40>"),
)
