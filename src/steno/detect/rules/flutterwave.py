"""Secrets of Flutterwave."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC156 flutterwave-secret-key: A Flutterwave secret or encryption key, live or test. Public keys begin"
    " with `FLWPUBK`.",
    r"FLWSECK(?:(?:_TEST)?-[0-9a-zA-Z]{32}(?:-[0-9a-z]{8,16})?-X|_TEST[0-9a-f]{12})",
    anchors="FLWSECK-|FLWSECK_TEST",
    source="Flutterwave, documentation, API keys",
    tokens=("FLWSECK-<32 hex>-X", "FLWSECK_TEST-<32 hex>-X", "FLWSECK-<32 hex>-19<9 hex>vt-X", "FLWSECK_TEST<12 hex>"),
    negatives=("FLWPUBK-<32 hex>-X", "FLWSECK_TEST-xxx", "FLWSECK-<32 x>-X"),
)
