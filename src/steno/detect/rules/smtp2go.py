"""Secrets of SMTP2GO."""

from steno.detect.declare import apart, api_key

RULE = api_key(
    "SEC219 smtp2go-key: An SMTP2GO API key.",
    r"api-[0-9A-F]{32}",
    before=apart,
    source="SMTP2GO, documentation, API keys",
    tokens="api-<32 0-9A-F>",
    negatives=("api-<32 hex>", "api-<32 0>", "rest-api-<32 0-9A-F>"),
)
