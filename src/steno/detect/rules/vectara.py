"""Secrets of Vectara."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC379 vectara-key: A Vectara key: personal (`zut_`), to query (`zqt_`) or to index (`zwt_`).",
    "(?:zut_|zqt_|zwt_)[A-Za-z0-9_-]{38}",
    extent=token,
    tokens=("zut_<38>", "zqt_<38>", "zwt_<38>"),
)
