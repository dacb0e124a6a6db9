"""Secrets of UpCloud."""

from steno.detect.declare import auth_token, token

RULE = auth_token(
    "SEC372 upcloud-token: An UpCloud token.",
    "ucat_[A-Z0-9]{26}",
    extent=token,
    source="UpCloud, guides, getting started with the UpCloud API",
    tokens="ucat_<26 2-9A-Z>",
)
