"""Secrets of Brave Search."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC343 brave-search-key: A key of the search API of Brave.",
    "BSA[A-Za-z0-9_-]{28}",
    before=apart,
    extent=mixed,
    tokens="BSA<28>",
)
