"""Secrets of Flagsmith."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC384 flagsmith-server-key: A Flagsmith server-side environment key.",
    r"ser\.[A-Za-z0-9]{22}",
    extent=mixed,
    source="Flagsmith, source of the API, server-side environment keys",
    tokens="ser.<22>",
)
