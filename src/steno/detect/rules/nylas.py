"""Secrets of Nylas."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC217 nylas-key: A Nylas API key.",
    r"nyk_v0_[A-Za-z0-9]{48,}",
    source="Observed: in use; not compared with Nylas, documentation, API keys",
    tokens="nyk_v0_<64>",
    negatives=("nyk_v0_your-api-key", "nyk_v0_<12>", "nyk_v0_<64 x>"),
)
