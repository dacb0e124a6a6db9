"""Secrets of Retell and Runway."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC364 hexadecimal-key: A key of Retell (28 digits after `key_`) or Runway (128).",
    "key_(?:[0-9a-f]{128}|[0-9a-f]{28})",
    extent=token,
    tokens=("key_<28 hex>", "key_<128 hex>"),
)
