"""Secrets of Context7."""

from steno.detect.declare import UUID, api_key, shown, unlike

RULE = api_key(
    "SEC067 context7-key: A Context7 key.",
    "ctx7sk-" + UUID,
    source="Upstash, Context7 documentation, API keys",
    positives=shown("CONTEXT7_API_KEY", "ctx7sk-<uuid 1>"),
    negatives=unlike("ctx7sk-", "ctx7sk-<uuid>", "ctx7sk-..."),
)
