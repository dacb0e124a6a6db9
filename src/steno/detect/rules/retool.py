"""Secrets of Retool."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC442 retool-token: A Retool token: a number that sorts by time.",
    "retool_01[0-9a-hjkmnp-tv-z]{24}",
    extent=token,
    tokens="retool_01<24 0-9a-hjkmnp-tv-z>",
)
