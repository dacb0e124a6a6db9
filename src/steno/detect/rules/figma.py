"""Secrets of Figma."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC189 figma-token: A Figma token, of a person (`figd_`) or of OAuth (`figo_`, `figu_`, `figor_`, `figoh_`).",
    r"fig(?:d|o|u|or|oh)_[A-Za-z0-9_-]{36,}",
    extent=mixed,
    tokens=("figd_<40>", "figu_<43>", "figo_<30>-<9>"),
    negatives=("figd_token", "figu_<40 x>", "configd_<40>"),
)
