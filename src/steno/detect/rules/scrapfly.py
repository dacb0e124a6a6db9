"""Secrets of Scrapfly."""

from steno.detect.declare import api_key, unlike

RULE = api_key(
    "SEC074 scrapfly-key: A Scrapfly key, live or test.",
    r"scp-(?:live|test)-[0-9a-f]{32}",
    source="Scrapfly, documentation, getting started",
    tokens=("scp-live-<32 hex>", "scp-test-<32 hex>"),
    negatives=unlike("scp-live-", "scp-live-<32 hex>", "scp-live-your-key"),
)
