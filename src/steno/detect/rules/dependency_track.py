"""Secrets of OWASP Dependency-Track."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC352 dependency-track-key: An OWASP Dependency-Track key.",
    "odt_[A-Za-z0-9]{8}_?[A-Za-z0-9]{24,32}",
    extent=mixed,
    tokens=("odt_<32>", "odt_<8>_<32>"),
)
