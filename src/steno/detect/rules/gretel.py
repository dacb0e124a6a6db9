"""Secrets of Gretel."""

from steno.detect.declare import apart, api_key, token

RULE = api_key(
    "SEC381 gretel-key: A Gretel key.", "grtu[0-9a-f]{64}", before=apart, extent=token, tokens="grtu<64 hex>"
)
