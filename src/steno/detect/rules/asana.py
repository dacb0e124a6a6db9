"""Secrets of Asana."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC187 asana-token: An Asana personal access token.",
    r"[12]/1[0-9]{11,17}(?:/1[0-9]{11,17})?:[0-9a-f]{32}",
    anchors="1/1|2/1",
    source="Observed: in use; Asana's documentation calls its tokens opaque",
    tokens=("1/1<15 0-9>:<32 hex>", "2/1<15 0-9>/1<15 0-9>:<32 hex>"),
    negatives=("1/12", "1/1<15 0-9>", "2/1<15 0-9>:<32 0>"),
)
