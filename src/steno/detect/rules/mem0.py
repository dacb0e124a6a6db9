"""Secrets of Mem0."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC066 mem0-key: A Mem0 key.",
    r"m0-[A-Za-z0-9]{40}",
    extent=mixed,
    source="Observed: in use; not compared with Mem0, platform documentation, quickstart",
    positives=shown("MEM0_API_KEY", "m0-<40>"),
    negatives=unlike("m0-", "m0-<40>", "item0-<40>", "m0-<40 hex>"),
)
