"""Secrets of Scalingo."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC367 scalingo-token: A Scalingo token.", "tk-us-[A-Za-z0-9_-]{48}", extent=token, tokens="tk-us-<48>"
)
