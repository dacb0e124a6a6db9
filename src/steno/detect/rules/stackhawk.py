"""Secrets of StackHawk."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC369 stackhawk-key: A StackHawk key.",
    r"hawk\.[A-Za-z0-9]{20}\.[A-Za-z0-9]{20}",
    extent=token,
    source="StackHawk, source of the HawkScan action, tests",
    tokens="hawk.<20>.F81unfYRKD<>5yrkdVOHA3",
)
