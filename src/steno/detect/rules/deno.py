"""Secrets of Deno Deploy."""

from steno.detect.declare import auth_token, token, unlike

RULE = auth_token(
    "SEC107 deno-deploy-token: A Deno Deploy token, personal (`ddp_`) or of an organization (`ddo_`).",
    r"dd[po]_[A-Za-z0-9]{36}",
    anchors="ddp_|ddo_",
    extent=token,
    tokens=("ddp_<36>", "ddo_<36>"),
    negatives=unlike("ddp_", "ddp_<36>", "ddo_<30>"),
)
