"""Secrets of LogicMonitor."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC361 logicmonitor-token: A LogicMonitor bearer token.",
    "lmb_[A-Za-z0-9+/=_-]{40,}",
    extent=mixed,
    tokens="lmb_<80>",
)
