"""Secrets of age, the encryption tool."""

import re

from steno.detect.checksum import is_bech32
from steno.detect.declare import around, private_key
from steno.detect.judge import drawn


def _checked(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where the checksum at its end is right or it looks drawn: the beginning tells it."""
    return match.span() if is_bech32(match[0].lower()) or drawn(match[0].rpartition("-1")[2]) else None


RULES = (
    private_key(
        "SEC422 age-hybrid-identity: A post-quantum private key of the age encryption tool.",
        r"AGE-SECRET-KEY-PQ-1[A-Z0-9]{58}",
        extent=_checked,
        source="age, source, hybrid identities",
        positives=around("AGE-SECRET-KEY-PQ-1<52 BECH32>4LLZX4", "SOPS_AGE_KEY={}", "# created\n{}\n", "'{}'"),
        negatives=("AGE-SECRET-KEY-PQ-1", "AGE-SECRET-KEY-PQ-1<58 Q>", "AGE-SECRET-KEY-PQ-1<50 BECH32>"),
    ),
    private_key(
        "SEC040 age-identity: A private key of the age encryption tool.",
        r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
        source="age, specification, X25519 recipients",
        positives=around("AGE-SECRET-KEY-1<58 BECH32>", "{}", "SOPS_AGE_KEY={}", "# created\n{}"),
        negatives=("AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1<58 Q>", "age1<58 qpzry9x8gf2tvdw0>"),
    ),
)
