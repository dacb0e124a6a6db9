"""Secrets of Cfx.re."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC345 cfx-licence-key: A licence key of a game server of Cfx.re.",
    "cfxk_[A-Za-z0-9]{16,}(?:_[A-Za-z0-9]{1,16})?",
    extent=token,
    tokens=("cfxk_<20>_<5>", "cfxk_<24>"),
)
