"""Secrets of Voyage AI."""

from steno.detect.declare import api_key, mixed, unlike

RULE = api_key(
    "SEC047 voyage-api-key: A Voyage AI key.",
    r"pa-[A-Za-z0-9_-]{43}",
    extent=mixed,
    source="Observed: in use; not compared with Voyage AI, documentation, API key",
    tokens=("pa-<43>", "pa-<20>-<22>"),
    negatives=unlike("pa-", "pa-<43>", "pa-central-region-<28 a>", "grandpa-<43>"),
)
