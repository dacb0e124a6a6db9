"""Secrets of Sanity."""

from steno.detect.declare import apart, auth_token, mixed

RULE = auth_token(
    "SEC382 sanity-token: A Sanity token.",
    "sk[A-Za-z0-9]{80,}",
    before=apart,
    extent=mixed,
    source="Observed: in use; not compared with Sanity, documentation, API tokens",
    tokens=("sk<178>", "sk<120>"),
)
