"""Secrets of Cursor."""

from steno.detect.declare import api_key, shown, unlike

RULE = api_key(
    "SEC072 cursor-key: A Cursor key (`key_`, `crsr_`), which dotenv vaults spell the same way.",
    r"(?:key|crsr)_[0-9a-f]{64}",
    source="Observed: in use; not compared with Cursor, documentation, API keys; Dotenv, documentation, DOTENV_KEY",
    positives=shown("CURSOR_API_KEY", "key_<64 hex>", "crsr_<64 hex>"),
    negatives=unlike("key_", "key_<64 hex>", "key_<32 hex>", "monkey_<64 hex>"),
)
