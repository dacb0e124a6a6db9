"""Tokens that say of themselves that they are secret (RFC 8959)."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC153 secret-token-uri: A token marked as secret (`secret-token:`), as the bank Mercury's are.",
    r"secret-token:[A-Za-z0-9_.~%-]{20,}",
    extent=token,
    source="IETF, RFC 8959, the secret-token URI scheme; Mercury, API documentation",
    tokens=(
        "secret-token:mercury_production_wma_<44>_yrucrem",
        "secret-token:<40>",
        "secret-token:A248CD5316B0-562A-4A74-288D-BE7BF29E",
    ),
    negatives=("secret-token: see the vault", "secret-token:" + "x" * 40, "secret-token:mercury_production_token"),
)
