"""Secrets of Infracost."""

from steno.detect.declare import apart, api_key, token

RULE = api_key(
    "SEC356 infracost-key: An Infracost key.",
    "ico-[A-Za-z0-9]{32}",
    before=apart,
    extent=token,
    source="Infracost, source of the command line tool, tests",
    tokens="ico-<32>",
)
