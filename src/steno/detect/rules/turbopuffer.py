"""Secrets of turbopuffer."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC436 turbopuffer-key: A turbopuffer key.",
    "tpuf_[A-Za-z0-9]{32}",
    extent=token,
    source="turbopuffer, documentation, common operations, generating org IDs and API keys",
    tokens="tpuf_<32>",
)
