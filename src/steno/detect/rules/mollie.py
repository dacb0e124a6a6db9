"""Secrets of Mollie."""

from steno.detect.declare import apart, api_key, mixed

RULE = api_key(
    "SEC150 mollie-live-key: A live Mollie API key. Its test keys look like names of tests, so only their"
    " context gives them away.",
    r"live_[A-Za-z0-9]{30}",
    before=apart,
    extent=mixed,
    source="Mollie, documentation, authentication",
    tokens=(
        "live_<30>",
        "live_<30 zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210>",
        "live_<30 5-9A-Za-z>",
    ),
    negatives=("live_<20>", "pk_live_<30>", "live_<30 x>", "live_A1A1A1A1A1A1A1A1<>A1A1A1A1A1A1A1A1"),
)
