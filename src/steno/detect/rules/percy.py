"""Secrets of Percy."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC383 percy-token: A token of a project at Percy.", "web_[0-9a-f]{64}", extent=token, tokens="web_<64 hex>"
)
