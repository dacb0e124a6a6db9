"""Secrets of Mercury."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC393 mercury-token: A token of the bank Mercury, of production or of the sandbox.",
    "(?:mercury_production_|mercury_sandbox_)[a-z]{2,8}_[A-Za-z0-9_]{40,}",
    extent=token,
    source="Mercury, API reference, authentication",
    tokens=("mercury_production_rma_<44>_yrucrem", "mercury_sandbox_rma_<44>_yrucrem"),
)
