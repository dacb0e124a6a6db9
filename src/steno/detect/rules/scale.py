"""Secrets of Scale."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC366 scale-key: A live Scale key, or the key that signs its callbacks (`live_auth_`).",
    "(?:live_|live_auth_)[0-9a-f]{32}",
    gates=("live_[0-9a-f]{16}", "live_auth_[0-9a-f]{12}"),
    extent=token,
    source="Observed: in use; not compared with Scale, API documentation, authentication and callbacks",
    tokens=("live_<32 hex>", "live_auth_<32 hex>"),
)
