"""Secrets of Duffel."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC170 duffel-token: A Duffel access token, live or test.",
    r"duffel_(?:live|test)_[A-Za-z0-9_-]{43}",
    source="Duffel, documentation, access tokens",
    tokens=("duffel_live_<43>", "duffel_test_<43>"),
    negatives=("duffel_test_<20>", "duffel_live_token", "duffel_test_<43 x>"),
)
