"""Secrets of Builder.io."""

from steno.detect.declare import apart, api_key

RULE = api_key(
    "SEC205 builder-io-private-key: A Builder.io private key.",
    r"bpk-[0-9a-f]{32}",
    before=apart,
    source="Builder.io, documentation, private keys",
    tokens="bpk-<32 hex>",
    negatives=("bpk-<12 hex>", "bpk-<32 0>", "x-bpk-<32 hex>"),
)
