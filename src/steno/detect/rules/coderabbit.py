"""Secrets of CodeRabbit."""

from steno.detect.declare import apart, api_key, token

RULE = api_key(
    "SEC346 coderabbit-key: A CodeRabbit key.", "cr-[0-9a-f]{58}", before=apart, extent=token, tokens="cr-<58 hex>"
)
