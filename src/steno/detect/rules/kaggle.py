"""Secrets of Kaggle."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC255 kaggle-token: A Kaggle API token.",
    r"KGAT_[0-9a-f]{32}",
    source="Kaggle, API documentation, authentication",
    positives=("KAGGLE_API_TOKEN=KGAT_<32 hex>", "Bearer KGAT_<32 hex>", '"key":"KGAT_<32 hex>'),
    negatives=("KGAT_TOKEN", "KGAT_<32 0>", "KGAT_<12 hex>"),
)
