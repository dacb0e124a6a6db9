"""Secrets of Plaid."""

from steno.detect.declare import UUID, auth_token

RULE = auth_token(
    "SEC145 plaid-access-token: A Plaid token for an account at a bank. Public and link tokens live for"
    " minutes and are left alone.",
    rf"access-(?:production|development|sandbox)-{UUID}",
    source="Plaid, API reference, item access tokens",
    tokens=("access-production-<uuid>", "access-sandbox-<uuid>", "access-development-<uuid>"),
    negatives=("public-sandbox-<uuid>", "access-sandbox-<20 hex>", "access-staging-<uuid>"),
)
