"""Secrets of EasyPost."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC168 easypost-key: An EasyPost API key, of production (`EZAK`) or test (`EZTK`).",
    r"EZ[AT]K[A-Za-z0-9]{54}",
    anchors="EZAK|EZTK",
    source="EasyPost, documentation, authentication",
    tokens=("EZAK<54>", "EZTK<54>"),
    negatives=("EZAK<20>", "EZTK<54 x>", "EZAKEY"),
)
