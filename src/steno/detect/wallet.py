"""How keys of wallets are judged: most carry a checksum; one that fails it needs a beginning or a word to tell it."""

from __future__ import annotations

import re

from steno.detect.checksum import is_bech32, unbase58check
from steno.detect.judge import drawn
from steno.detect.patterns import ready

_CALLED = ready(r"wif|wallet|privkey|bitcoin|btc|seed|secret|stellar|xrp|ripple", re.IGNORECASE)
_NEAR = 40


def called_a_key(match: re.Match[str]) -> bool:
    """Whether the text calls it a key: with a wrong digit it still tells most of itself."""
    start = match.start()
    return drawn(match[0]) and _CALLED.search(match.string, max(0, start - _NEAR), start) is not None


def base58_key(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched: its beginning tells it, so a wrong digit does not make it harmless."""
    return match.span() if unbase58check(match[0]) or drawn(match[0][4:]) else None


def bech32_key(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if is_bech32(match[0]) or drawn(match[0].partition("1")[2]) else None
