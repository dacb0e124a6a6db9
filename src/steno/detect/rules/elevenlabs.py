"""Secrets of ElevenLabs."""

from steno.detect.declare import api_key, unlike

RULE = api_key(
    "SEC049 elevenlabs-api-key: An ElevenLabs key: `sk_` and 48 hexadecimal digits.",
    r"sk_[0-9a-f]{48}",
    source="Observed: in use; not compared with ElevenLabs, API reference, authentication",
    tokens="sk_<48 hex>",
    negatives=unlike("sk_", "sk_<48 hex>", "pk_<48 hex>", "sk_<40 hex>"),
)
