"""Secrets of PayPal Braintree."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC143 braintree-access-token: A PayPal Braintree access token, of production or of the sandbox.",
    r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    anchors="access_token$",
    source="PayPal Braintree, developer documentation, access tokens",
    tokens=("access_token$production$<16 0-9a-z>$<32 hex>", "access_token$sandbox$<16 0-9a-z>$<32 hex>"),
    negatives=(
        "access_token$production$merchant$token",
        "access_token$staging$<16 0-9a-z>$<32 hex>",
        "access_token$sandbox$<16 x>$<32 0>",
    ),
)
