"""Secrets of Together AI."""

from steno.detect.declare import api_key, token, unlike

RULE = api_key(
    "SEC045 together-api-key: A Together AI key.",
    r"tgp_v1_[A-Za-z0-9_-]{43}",
    extent=token,
    source="Observed: in use; not compared with Together AI, documentation, API keys",
    tokens="tgp_v1_<43>",
    negatives=unlike("tgp_v1_", "tgp_v1_<43>", "tgp_v1_<30>"),
)
