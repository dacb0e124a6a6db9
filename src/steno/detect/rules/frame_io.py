"""Secrets of Frame.io."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC200 frame-io-token: A Frame.io developer token.",
    r"fio-u-[A-Za-z0-9_=-]{64}",
    source="Frame.io, developer documentation, authentication",
    tokens="fio-u-<64>",
    negatives=("fio-u-<20>", "fio-u-token", "fio-u-<64 x>"),
)
