"""Secrets of E2B."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC063 e2b-key: A key (`e2b_`) or an access token (`sk_e2b_`) of E2B.",
    r"e2b_[0-9a-f]{40}",
    source="E2B, documentation, API key",
    positives=shown("E2B_API_KEY", "e2b_<40 hex>", "sk_e2b_<40 hex>"),
    negatives=unlike("e2b_", "e2b_<40 hex>", "e2b_code_interpreter"),
)
