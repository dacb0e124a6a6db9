"""Secrets of Zoho."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC203 zoho-token: An access or refresh token, or a code for one, of Zoho.",
    r"1000\.[0-9a-f]{32}\.[0-9a-f]{32}",
    source="Zoho, developer documentation, OAuth 2.0",
    tokens="1000.<32 hex>.<32 fedcba9876543210>",
    negatives=("1000.50", "1000.<32 hex>", "1000.<32 0>.<32 0>"),
)
