"""Secrets of Lob."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC392 lob-key: A Lob secret key, live or test.",
    "(?:live_|test_)[0-9a-f]{35}",
    gates=("live_[0-9a-f]{16}", "test_[0-9a-f]{16}"),
    extent=token,
    source="Lob, source of the client libraries, tests",
    tokens=("live_<35 hex>", "test_<35 hex>"),
)
