"""Secrets of Endor Labs."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC353 endor-labs-key: An Endor Labs key or secret.", r"endr\+[A-Za-z0-9]{16}", extent=token, tokens="endr+<16>"
)
