"""Secrets of Rainforest."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC396 rainforest-key: A Rainforest key, of production or of the sandbox.",
    "(?:apikey_|sbx_apikey_)[0-9a-f]{64}",
    gates=("apikey_[0-9a-f]{16}", "sbx_apikey_[0-9a-f]{8}"),
    extent=token,
    tokens=("apikey_<64 hex>", "sbx_apikey_<64 hex>"),
)
