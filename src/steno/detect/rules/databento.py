"""Secrets of Databento."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC348 databento-key: A Databento key.",
    "db-[A-Za-z0-9]{29}",
    before=apart,
    extent=mixed,
    source="Databento, documentation, historical API, authentication",
    tokens="db-<29>",
)
