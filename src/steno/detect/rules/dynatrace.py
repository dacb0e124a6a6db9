"""Secrets of Dynatrace."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC230 dynatrace-token: A Dynatrace token: an access token, a platform token or a secret of an OAuth client.",
    r"dt0(?:c01|s(?:0[1-9]|16))\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}",
    anchors="dt0c01.|dt0s0|dt0s16.",
    source="Dynatrace, documentation, access tokens, token format",
    tokens=("dt0c01.<24 0-9A-Z>.<64 0-9A-Z>", "dt0s16.<8 0-9A-Z>.<64 0-9A-Z>", "dt0s02.<8 0-9A-Z>.<64 0-9A-Z>"),
    negatives=("dt0c01.ST2EY72KQINMH574WMNVI7YN", "dt0s01.public", "dt0c01." + "X" * 24 + "." + "X" * 64),
)
