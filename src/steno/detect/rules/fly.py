"""Secrets of Fly.io."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC106 fly-token: A Fly.io token: of a user (`fo1_`), or a macaroon (`fm1r_`, `fm1a_`, `fm2_`).",
    r"(?:fo1_[A-Za-z0-9_-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{60,})",
    anchors="fo1_|fm1r_|fm1a_|fm2_",
    extent=token,
    source="Fly.io, documentation, access tokens",
    positives=shown("FLY_API_TOKEN", "fo1_<43>", "fm2_lJPE<400>==", "fm1r_<200>"),
    negatives=unlike("fo1_", "fo1_<43>", "fm2_", "fm2_carrier_ratio"),
)
