"""Secrets of Endor Labs."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC353 endor-labs-key: A key or secret of Endor Labs.", r"endr\+[A-Za-z0-9]{16}", extent=token, tokens="endr+<16>"
)
