"""Secrets of Mailgun."""

from steno.detect.declare import apart, api_key

RULE = api_key(
    "SEC210 mailgun-key: A Mailgun API key. The keys that check addresses (`pubkey-`) are public.",
    r"key-[0-9a-f]{32}",
    before=apart,
    source="Mailgun, documentation, API keys",
    tokens="key-<32 hex>",
    negatives=("pubkey-<32 hex>", "cache-key-<32 hex>", "key-<32 0>", "key-<12 hex>"),
)
