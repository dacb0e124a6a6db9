"""Secrets of Exoscale."""

from steno.detect.declare import apart, api_key, token

RULE = api_key(
    "SEC354 exoscale-key: An Exoscale key.",
    "EXO[0-9a-f]{24}",
    before=apart,
    extent=token,
    source="Observed: in use; not compared with Exoscale, documentation, IAM keys",
    tokens="EXO<24 hex>",
)
