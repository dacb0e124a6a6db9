"""Secrets of the XRP Ledger."""

import re

from steno.detect.checksum import RIPPLE, unbase58check
from steno.detect.declare import private_key
from steno.detect.wallet import called_a_key


def _ripple(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if unbase58check(match[0], RIPPLE) or called_a_key(match) else None


RULE = private_key(
    "SEC283 xrp-ledger-seed: The seed of an Ed25519 account of the XRP Ledger, with a correct checksum or beside"
    " a word that names it.",
    r"sEd[1-9A-HJ-NP-Za-km-z]{26,29}",
    extent=_ripple,
    source="XRP Ledger, documentation, base58 encodings",
    positives=(
        "Wallet.fromSeed('sEdSTKFDBx1yDb2<>e4qUP1NZyAjGqr6f",
        "XRPL_SEED=sEdTX8CMpaL1n<>sLUwsCwAxqUCszPSE7",
        "seed: sEdTCafR6cc9TYz<>22ippRycsVmzcVNQ",
    ),
    negatives=("sEd<28 1-9A-HJ-NP-Za-km-z>", "sEditorOfTheWholeDocumentPane", "sEd"),
)
