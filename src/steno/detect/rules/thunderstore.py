"""Secrets of Thunderstore."""

from steno.detect.declare import auth_token, checksummed

RULE = auth_token(
    "SEC370 thunderstore-token: A token of a service account at Thunderstore, which ends in a checksum as"
    " those of GitHub do.",
    "tss_[A-Za-z0-9]{36}",
    extent=checksummed,
    source="Thunderstore, source, service account tokens",
    tokens="tss_<36 signed>",
)
