"""Secrets of Tavily."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC061 tavily-key: A Tavily key.",
    r"tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{30,}",
    extent=token,
    source="Tavily, documentation, API keys",
    positives=shown("TAVILY_API_KEY", "tvly-<32>", "tvly-dev-<32>"),
    negatives=unlike("tvly-", "tvly-<32>", "tvly-YOUR_API_KEY"),
)
