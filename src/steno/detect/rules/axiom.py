"""Secrets of Axiom."""

from steno.detect.declare import UUID, auth_token

RULE = auth_token(
    "SEC231 axiom-token: An API (`xaat-`), ingest (`xait-`) or personal (`xapt-`) token of Axiom.",
    rf"xa(?:at|pt|it)-{UUID}",
    source="Axiom, documentation, tokens",
    tokens=("xaat-<uuid>", "xapt-<uuid>", "xait-<uuid>"),
    negatives=("xaat-your-token", "xapt-<12>", "xaat-<8 0>-0000-0000-0000-<12 0>"),
)
