"""Secrets of Xata."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC250 xata-key: A Xata API key.",
    r"xau_[A-Za-z0-9]{25,}",
    extent=token,
    source="Xata, documentation, API keys",
    positives=("XATA_API_KEY=xau_<29>", "Bearer xau_<29>", "apiKey: 'xau_<29>"),
    negatives=("xau_usd_close", "xau_<29 x>", "xau_<9>"),
)
