"""Secrets of eBay."""

from steno.detect.declare import auth_token, secret

RULES = (
    secret(
        "SEC163 ebay-cert-id: The certificate id of an application at eBay, which is its secret, of production or"
        " of the sandbox.",
        r"(?:PRD|SBX)-[0-9a-f]{12}(?:-[0-9a-f]{4}){4}",
        source="Observed: in use; not compared with eBay, developer documentation, application keysets",
        tokens=("PRD-<12 hex>-01a2-4b3c-8d4e-5f60", "SBX-<12 hex>-01a2-4b3c-8d4e-5f60"),
        negatives=("PRD-2024-01", "SBX-<uuid>", "PRD-<12 0>-0000-0000-0000-0000"),
    ),
    auth_token(
        "SEC164 ebay-oauth-token: An eBay OAuth token.",
        r"v\^1\.1#i\^1#[A-Za-z0-9^#+/=]{40,}",
        source="eBay, developer documentation, OAuth tokens",
        tokens=("v^1.1#i^1#f^0#p^3#I^3#r^1#t^Ul4x<60>==", "v^1.1#i^1#r^0#<80>"),
        negatives=("v^1.1#i^1#", "v^1.1#i^1#...", "v^1.1#i^1#" + "x" * 60),
    ),
)
