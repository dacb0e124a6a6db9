"""Secrets of Replicate."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC009 replicate-api-token: A Replicate API token.",
    r"r8_[A-Za-z0-9]{37}",
    source="Replicate, HTTP API reference, authentication",
    positives=("REPLICATE_API_TOKEN=r8_<37>", "Bearer r8_<37>", "'r8_<37>'"),
    negatives=("r8_<12>", "var8_<37>", "r8_<37 0>"),
)
