"""Secrets of Private Packagist."""

from steno.detect.declare import auth_token, unlike

RULE = auth_token(
    "SEC136 packagist-token: A Private Packagist token, of an organization or a user.",
    r"packagist_[a-z]{3,5}_[0-9a-f]{68}",
    source="Observed: in use; not compared with Private Packagist, documentation, authentication tokens",
    tokens=("packagist_ort_<68 hex>", "packagist_uut_<68 hex>"),
    negatives=unlike("packagist_ort_", "packagist_ort_<68 hex>", "packagist_api_token"),
)
