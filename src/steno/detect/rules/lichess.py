"""Secrets of Lichess."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC360 lichess-token: A Lichess access token, personal (`lip_`) or of OAuth (`lio_`).",
    "(?:lip_|lio_)[A-Za-z0-9]{20,40}",
    extent=mixed,
    source="Lichess, source of lila, access tokens",
    tokens=("lip_<20>", "lio_<32>"),
)
