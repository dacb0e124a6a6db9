"""Secrets of Instagram."""

from steno.detect.declare import apart, auth_token, mixed

RULE = auth_token(
    "SEC181 instagram-token: An access token of Instagram (`IGQ`, `IGAA`) or Threads (`THQ`, `THAA`).",
    r"(?:IG|TH)(?:Q[VW]|AA)[A-Za-z0-9_-]{90,}",
    anchors="IGQV|IGQW|IGAA|THQV|THQW|THAA",
    before=apart,
    extent=mixed,
    source="Observed: in use; not compared with Meta for Developers, documentation, Instagram and Threads",
    tokens=("IGQVJ<150>", "IGAA<160>ZD", "THAA<160>"),
    negatives=("IGQV<20>", "IGAA<150 x>", "a/IGAA<150>"),
)
