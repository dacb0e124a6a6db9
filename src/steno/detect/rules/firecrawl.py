"""Secrets of Firecrawl."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC062 firecrawl-key: A Firecrawl key.",
    r"fc-[0-9a-f]{32}",
    source="Firecrawl, API reference, introduction",
    positives=shown("FIRECRAWL_API_KEY", "fc-<32 hex>"),
    negatives=unlike("fc-", "fc-<32 hex>", "fc-<40 hex>", "fc-YOUR_API_KEY"),
)
