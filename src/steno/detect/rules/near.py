"""Secrets of NEAR."""

from steno.detect.declare import private_key
from steno.detect.judge import drawn

RULE = private_key(
    "SEC288 near-private-key: A NEAR private key; the public ones are half as long.",
    r"ed25519:(?P<v>[1-9A-HJ-NP-Za-km-z]{85,90})",
    extent=lambda match: match.span("v") if drawn(match["v"]) else None,
    source="NEAR, documentation, access keys",
    positives=(
        '"private_key":"ed25519:<88 1-9A-HJ-NP-Za-km-z>',
        "NEAR_KEY=ed25519:<88 1-9A-HJ-NP-Za-km-z>",
        "key: ed25519:<88 1-9A-HJ-NP-Za-km-z>",
    ),
    negatives=("ed25519:<44 1-9A-HJ-NP-Za-km-z>", "ed25519: <88 1-9A-HJ-NP-Za-km-z>", "ed25519:<88 1>"),
)
