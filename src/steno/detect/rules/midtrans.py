"""Secrets of Midtrans."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC158 midtrans-server-key: A Midtrans server key, of production or of the sandbox. Client keys"
    " (`Mid-client-`) are public.",
    r"(?:SB-)?Mid-server-[A-Za-z0-9_-]{24}",
    anchors="Mid-server-|SB-Mid-server-",
    source="Midtrans, documentation, access keys",
    tokens=("SB-Mid-server-<24>", "Mid-server-<24>"),
    negatives=("SB-Mid-client-<16>", "Mid-server-<12>", "SB-Mid-server-<24 x>"),
)
