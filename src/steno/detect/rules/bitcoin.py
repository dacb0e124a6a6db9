"""Secrets of Bitcoin wallets."""

import re

from steno.detect.checksum import unbase58check
from steno.detect.declare import private_key
from steno.detect.wallet import base58_key, called_a_key


def _import_format(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if unbase58check(match[0]) or called_a_key(match) else None


RULES = (
    private_key(
        "SEC277 bitcoin-private-key: A private key of Bitcoin in wallet import format, with a checksum that fits"
        " or beside a word that says so.",
        r"(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})",
        anchors="5H|5J|5K|Kw|Kx|Ky|Kz|L1|L2|L3|L4|L5",
        extent=_import_format,
        source="Bitcoin wiki, wallet import format; base58check encoding",
        positives=(
            "bitcoin-cli importprivkey KwbTfDuTHpPw6tQeuuULpdNv5v<>6g4hqCPiBt4jNsJBc43FaD7yrp",
            "WIF=5JCu8wLwyJxJpzFwp6ULHYc<>RQdAZ7VrimUZryApEi6Z9ZuvYUS8",
            "'L5ET1RCEpvJScMSBAoSCuDA51K<>nbqvVe1QEBuNTU5yXjeTfgkXQo'",
        ),
        negatives=("Kw<50 base58>", "5J<49 base58>", "L1 cache"),
    ),
    private_key(
        "SEC278 extended-private-key: An extended private key of a wallet (`xprv`, `yprv`, `zprv`, `tprv`).",
        r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{107}",
        anchors="xprv|yprv|zprv|tprv|uprv|vprv",
        extent=base58_key,
        source="Bitcoin, BIP 32; SatoshiLabs, SLIP 132",
        positives=(
            "root: xprvAE577Yga5uhtjsmc35tDgsccTcjezG1o913ZsVdG9y6PuniznXn<>dkiAdtadhPwVhJfHMst9d4NiRmaFJ127GADgjHUPSFFK412NJbccYzxL",
            "MASTER=zprvEVRBMGyH4LM42MGw1cm3ugKSR8Q9kWcjvxuyvC1yaFrsgCK3<>mjogMcW7mV8hJ55KcMQoi1oy9CJiKRSBDH7pUFnUKYApas8Posua1CGJawF",
            "'tprvExCs7qt72rrd9kKBk3zYjaLdJYL9kE21xYCdF8Uis6beK9diXch<>qdaNKqP8JPx39tsPaU72AszeLxfzupRQ1TjBzXpevTq6DnU4aEzWh8tK'",
        ),
        negatives=(
            "xpub6T4TX4DTvHGBxMr597RE41ZM1ea9PijeWDyAft2siJdNnb49L56<>tJWV7jmmyV7eHiPjMnLGYj8TtP1o5tgbov5GtoUhp6a86vtFYMmT8P6E",
            "xprv<107 x>",
            "xprv...",
        ),
    ),
)
