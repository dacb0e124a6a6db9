"""Secrets of Friendli."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC355 friendli-token: A Friendli personal access token.",
    "flp_[A-Za-z0-9]{46}",
    extent=token,
    tokens="flp_<46>",
)
