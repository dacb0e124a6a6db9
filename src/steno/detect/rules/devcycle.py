"""Secrets of DevCycle."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC350 devcycle-server-key: A DevCycle server key. Client and mobile keys are public.",
    "dvc_server_[A-Za-z0-9_]{20,}",
    extent=token,
    source="DevCycle, documentation, SDK keys",
    tokens=("dvc_server_<8 hex>_<4 hex>_<16 hex>", "dvc_server_<40>"),
)
