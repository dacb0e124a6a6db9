"""Secrets of Defined Networking."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC349 defined-networking-key: A Defined Networking key.",
    "dnkey-[A-Z0-9]{26}-[A-Z0-9]{40,52}",
    extent=token,
    tokens="dnkey-<26 2-9A-Z>-<52 2-9A-Z>",
)
