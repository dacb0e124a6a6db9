"""Secrets of DigitalOcean."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC026 digitalocean-token: A DigitalOcean token: personal (`dop_v1_`), OAuth (`doo_v1_`) or refresh (`dor_v1_`).",
    r"do[opr]_v1_[0-9a-f]{64}",
    anchors="dop_v1_|doo_v1_|dor_v1_",
    source="DigitalOcean, API reference, authentication",
    positives=("DO_TOKEN=dop_v1_<64 hex>", "Bearer doo_v1_<64 hex>", "refresh dor_v1_<64 hex>"),
    negatives=("dop_v1_<20 hex>", "dop_v1_your_token", "dop_v1_<64 0>"),
)
