"""Secrets of Segment."""

from steno.detect.declare import auth_token, mixed

RULE = auth_token(
    "SEC234 segment-token: A Segment Public API token, which is secret in spite of its name.",
    r"sgp_[A-Za-z0-9]{64}",
    extent=mixed,
    source="Observed: in use; not compared with Twilio Segment, documentation, Public API tokens",
    tokens="sgp_<64>",
    negatives=("sgp_<20>", "sgp_<64 x>", "msgp_<64>"),
)
