"""Secrets of Val Town."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC374 val-town-token: A Val Town token.",
    "vtwn_[A-Za-z0-9]{20,}",
    extent=token,
    source="Val Town, source of the command line tool, configuration",
    tokens="vtwn_<32>",
)
