"""Secrets of Svix."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC445 svix-test-key: A key of a test environment of Svix, with or without its region.",
    r"testsk_[A-Za-z0-9_-]{32}(?:\.[a-z]{2})?",
    extent=token,
    tokens=("testsk_<32>", "testsk_<32>.eu"),
)
