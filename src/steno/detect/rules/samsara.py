"""Secrets of Samsara."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC399 samsara-token: A Samsara token.",
    "samsara_api_[A-Za-z0-9]{30}",
    extent=token,
    source="Samsara, source of the client library, README",
    tokens="samsara_api_<30>",
)
