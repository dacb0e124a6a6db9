"""Secrets of Bitwarden Secrets Manager."""

from steno.detect.declare import UUID, auth_token, shown

RULE = auth_token(
    "SEC426 bitwarden-machine-token: An access token of a machine account of Bitwarden Secrets Manager.",
    rf"0\.{UUID}\.[A-Za-z0-9]{{30}}:[A-Za-z0-9+/]{{22}}==",
    gates=("0\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-",),
    source="Bitwarden, source of the Secrets Manager SDK, access tokens",
    positives=shown("BWS_ACCESS_TOKEN", "0.<uuid>.<30>:<22>=="),
    negatives=("0.<uuid>", "0.<uuid>.<30>", "0.<uuid>.<30>:<22 a>=="),
)
