"""Secrets of the Lightning daemon lnd."""

from steno.detect.declare import around, auth_token

RULE = auth_token(
    "SEC290 lnd-macaroon: A macaroon of the Lightning daemon lnd, as hexadecimal digits.",
    r"0201036c6e64[0-9a-f]{120,1000}",
    caseless=True,
    source="Lightning Labs, documentation, macaroons",
    positives=around("0201036c6e64<300 hex>", "Grpc-Metadata-macaroon: {}", "LND_MACAROON_HEX={}", "'{}"),
    negatives=("0201036c6e64", "0201036c6e64<40 hex>", "0201036c6e64<300 0>"),
)
