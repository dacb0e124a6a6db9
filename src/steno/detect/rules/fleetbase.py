"""Secrets of Fleetbase."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC391 fleetbase-key: A Fleetbase key, live or test.",
    "(?:flb_live_|flb_test_)[A-Za-z0-9]{20,}",
    extent=token,
    source="Fleetbase, source of the core API, API credentials",
    tokens=("flb_live_<20>", "flb_test_<20>"),
)
