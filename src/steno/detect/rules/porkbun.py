"""Secrets of Porkbun."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC079 porkbun-key: A Porkbun API key (`pk1_`), or the secret that goes with it (`sk1_`).",
    r"[ps]k1_[0-9a-f]{64}",
    anchors="pk1_|sk1_",
    source="Porkbun, API documentation, authentication",
    positives=shown("PORKBUN_SECRET_API_KEY", "sk1_<64 hex>", "pk1_<64 hex>"),
    negatives=unlike("sk1_", "sk1_<64 hex>", "disk1_<64 hex>", "sk1_<40 hex>"),
)
