"""Secrets of Bannerbear."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC389 bannerbear-key: A Bannerbear key, of a project (`bb_pr_`) or an account (`bb_ma_`).",
    "(?:bb_pr_|bb_ma_)[0-9a-f]{30}",
    extent=token,
    tokens=("bb_pr_<30 hex>", "bb_ma_<30 hex>"),
)
