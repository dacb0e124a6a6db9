"""Secrets of Bitcoin wallets."""

import re

from steno.detect.checksum import base58check, unbase58check
from steno.detect.declare import private_key
from steno.detect.wallet import base58_key, called_a_key


def _import_format(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if unbase58check(match[0]) or called_a_key(match) else None


_BYTES = bytes((i * 37 + 11) % 256 for i in range(80))
"""For examples."""

RULES = (
    private_key(
        "SEC277 bitcoin-private-key: A Bitcoin private key in wallet import format, with a correct checksum or"
        " beside a word that names it.",
        r"(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})",
        anchors="5H|5J|5K|Kw|Kx|Ky|Kz|L1|L2|L3|L4|L5",
        extent=_import_format,
        source="Bitcoin wiki, wallet import format; base58check encoding",
        positives=lambda: (
            "bitcoin-cli importprivkey " + base58check(b"\x80" + _BYTES[:32] + b"\x01"),
            "WIF=" + base58check(b"\x80" + _BYTES[8:40]),
            "'" + base58check(b"\x80" + _BYTES[20:52] + b"\x01") + "'",
        ),
        negatives=("Kw<50 1-9A-HJ-NP-Za-km-z>", "5J<49 1-9A-HJ-NP-Za-km-z>", "L1 cache"),
    ),
    private_key(
        "SEC278 extended-private-key: An extended private key of a wallet (`xprv`, `yprv`, `zprv`, `tprv`).",
        r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{107}",
        anchors="xprv|yprv|zprv|tprv|uprv|vprv",
        extent=base58_key,
        source="Bitcoin, BIP 32; SatoshiLabs, SLIP 132",
        positives=lambda: (
            "root: " + base58check(b"\x04\x88\xad\xe4" + _BYTES[:74]),
            "MASTER=" + base58check(b"\x04\xb2\x43\x0c" + _BYTES[3:77]),
            "'" + base58check(b"\x04\x35\x83\x94" + _BYTES[5:79]) + "'",
        ),
        negatives=lambda: (base58check(b"\x04\x88\xb2\x1e" + _BYTES[:74]), "xprv" + "x" * 107, "xprv..."),
    ),
)
