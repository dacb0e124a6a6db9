"""Secrets of Inngest."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC377 inngest-signing-key: An Inngest signing key.",
    "(?:signkey-prod-|signkey-test-|signkey-branch-)[0-9a-f]{64}",
    extent=token,
    source="Inngest, source of the SDKs, signing keys",
    tokens=("signkey-prod-<64 hex>", "signkey-test-<64 hex>", "signkey-branch-<64 hex>"),
)
