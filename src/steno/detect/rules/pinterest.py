"""Secrets of Pinterest."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC184 pinterest-token: A Pinterest access token.",
    r"pina_[A-Za-z0-9]{32,}",
    extent=mixed,
    source="Pinterest, developer documentation, authentication",
    tokens=("pina_<83>", "pina_<64>"),
    negatives=("pina_colada", "pina_<80 x>", "propina_<80>"),
)
