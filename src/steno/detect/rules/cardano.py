"""Secrets of Cardano."""

import re
from string import ascii_lowercase

from steno.detect.checksum import is_bech32
from steno.detect.declare import private_key
from steno.detect.judge import drawn

_PREFIX = ascii_lowercase + "0123456789_"


def _cardano(match: re.Match[str]) -> tuple[int, int] | None:
    """With the kind of key that stands before the anchor."""
    start = match.start()
    while start > max(0, match.start() - 16) and match.string[start - 1] in _PREFIX:
        start -= 1
    told = is_bech32(match.string[start : match.end()]) or drawn(match[0].partition("1")[2])
    return (start, match.end()) if told else None


RULE = private_key(
    "SEC284 cardano-signing-key: A Cardano signing key in bech32.",
    r"_x?sk1[02-9ac-hj-np-z]{50,220}",
    anchors="_sk1|_xsk1",
    inside_words=True,
    extent=_cardano,
    source="Cardano, CIP 5, common bech32 prefixes",
    positives=(
        "key: addr_xsk1<103 bech32>8hmv2v",
        "cborHex ed25519_sk1<52 bech32>03f8c7",
        "'root_xsk1<154 bech32>qurmkk'",
    ),
    negatives=("addr_xsk1<109 q>", "addr_vk1<52 bech32>3rv857", "disk_sk1"),
)
