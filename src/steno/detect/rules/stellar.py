"""Secrets of Stellar."""

import re

from steno.detect.checksum import BASE32, crc16
from steno.detect.declare import private_key
from steno.detect.wallet import called_a_key


def _stellar(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where the last two bytes are the checksum of the others, or the text calls it a seed."""
    number = 0
    for character in match[0]:
        number = number << 5 | BASE32.index(character)
    data = number.to_bytes(35)
    fits = crc16(data[:-2]) == int.from_bytes(data[-2:], "little")
    return match.span() if fits or called_a_key(match) else None


RULE = private_key(
    "SEC282 stellar-seed: The secret seed of a Stellar account, with a correct checksum or beside a word that"
    " names it.",
    r"S[A-D][A-Z2-7]{54}",
    anchors="SA|SB|SC|SD",
    extent=_stellar,
    source="Stellar, SEP 23, strkeys",
    positives=(
        "STELLAR_SECRET=SAFTAVL2T7COSDRTLB62FR7M<>CE3FXAFFZLXRIOK6QOUM34QXHRQYNR3M",
        "Keypair.fromSecret('SAFTAVL2T7COSDRTLB62FR7MCE3F<>XAFFZLXRIOK6QOUM34QXHRQYNR3M",
        "seed SAFTAVL2T7COSDRTLB62FR7MCE3F<>XAFFZLXRIOK6QOUM34QXHRQYNR3M",
    ),
    negatives=("S<55 A>", "SB<54 A-Z2-7>", "GAFTAVL2T7COSDRTLB62FR7MCE3F<>XAFFZLXRIOK6QOUM34QXHRQYNR3M"),
)
