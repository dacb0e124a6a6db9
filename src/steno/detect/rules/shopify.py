"""Secrets of Shopify."""

from steno.detect.declare import api_key, auth_token

RULES = (
    auth_token(
        "SEC162 shopify-partner-token: A Shopify token for partners (`prtapi_`) or for themes (`shptka_`).",
        r"(?:prtapi|shptka)_[0-9a-f]{32}",
        source="Shopify, developer documentation, Partner API and Theme Access",
        tokens=("prtapi_<32 hex>", "shptka_<32 hex>"),
        negatives=("prtapi_<12 hex>", "shptka_token", "shptka_<32 0>"),
    ),
    api_key(
        "SEC032 shopify-token: A Shopify token: admin API (`shpat_`), custom (`shpca_`) or private app"
        " (`shppa_`), or shared secret (`shpss_`).",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        source="Shopify, changelog, length and prefix of API credentials",
        positives=("X-Shopify-Access-Token: shpat_<32 hex>", "SECRET=shpss_<32 hex>", "'shpca_<32 hex>"),
        negatives=("shpat_<20 hex>", "shpat_your_token", "shpat_<32 0>"),
    ),
)
