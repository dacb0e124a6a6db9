"""Secrets of Jina AI."""

from steno.detect.declare import api_key, unlike

RULE = api_key(
    "SEC048 jina-api-key: A Jina AI key.",
    r"jina_[0-9a-f]{32}[A-Za-z0-9_-]{28}",
    source="Observed: in use; not compared with Jina AI, API documentation, API key",
    tokens="jina_<32 hex><28>",
    negatives=unlike("jina_", "jina_<32 hex><28>", "jina_embeddings_v3"),
)
