"""Secrets of Infisical."""

from steno.detect.declare import auth_token, unlike
from steno.detect.rule import HEX

RULE = auth_token(
    "SEC130 infisical-token: An Infisical service token.",
    r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}",
    anchors=tuple("st." + digit for digit in HEX),
    source="Infisical, documentation, service token",
    tokens="st.<24 hex>.<32 hex>.<32 hex>",
    negatives=unlike("st.", "st.<24 hex>.<32 hex>.<32 hex>", "st.0", "st.<24 hex>.<32 hex>"),
)
