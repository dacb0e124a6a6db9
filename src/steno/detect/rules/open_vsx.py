"""Secrets of Open VSX."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC140 open-vsx-token: An access token of the Open VSX registry.",
    r"ovsx(?:at|p)_[A-Za-z0-9-]{32,64}",
    extent=token,
    source="Eclipse Foundation, Open VSX, token prefix",
    positives=shown("OVSX_PAT", "ovsxat_<uuid 6>", "ovsxp_<uuid 7>"),
    negatives=unlike("ovsxat_", "ovsxat_<uuid>", "ovsxp_token"),
)
