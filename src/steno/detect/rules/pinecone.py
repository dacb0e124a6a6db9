"""Secrets of Pinecone."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC060 pinecone-key: A Pinecone key.",
    r"pcsk_[A-Za-z0-9_]{50,90}",
    extent=token,
    source="Observed: in use; not compared with Pinecone, documentation, manage API keys",
    positives=shown("PINECONE_API_KEY", "pcsk_<5>_<63>"),
    negatives=unlike("pcsk_", "pcsk_<5>_<63>", "pcsk_your_key"),
)
