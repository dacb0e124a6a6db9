"""Secrets of Tatum."""

from steno.detect.declare import apart, api_key, token

RULE = api_key(
    "SEC386 tatum-key: A Tatum key.",
    "t-[0-9a-f]{24}-[0-9a-f]{24}",
    before=apart,
    extent=token,
    tokens="t-<24 hex>-<24 fedcba9876543210>",
)
