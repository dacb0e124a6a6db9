"""Tells cheaply whether something may hold a private key, so that what holds none costs next to nothing."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from functools import cache

from steno.detect.gate import gate
from steno.detect.rule import Level
from steno.detect.spans import Finder, Span
from steno.detect.word import Gate, Word

_LEAST = 5
"""Shorter anchors stand in every image by chance; ordinary words, which match in either case, in every text."""


class Hinted:
    """A finder for private keys that looks only at texts with a hint of one."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def find(self, text: str) -> list[Span]:
        return self._finder.find(text) if hinted(text.encode("utf-8", "surrogatepass")) else []


def hinted(data: bytes) -> bool:
    """Whether a private key may stand here, as it is or encoded once."""
    return bool(_gate().places(data))


def _hints() -> Iterator[bytes]:
    from steno.detect.every import TOKENS  # costs start-up

    for rule in TOKENS:
        if rule.level is Level.NONE and not rule.caseless:
            yield from (anchor.encode() for anchor in rule.anchors if len(anchor) >= _LEAST)
    yield from (b"xprv9", b"yprvA", b"zprvA", b"tprv8")
    for word in (b"-----BEGIN", b"PRIVATE KEY", b"PRIVATE%20KEY", b"PRIVATE+KEY"):
        yield word
        yield from (word.hex().encode(), word.hex().upper().encode())
        for shift in range(3):
            # What the word alone decides, whatever stands before and after it.
            spelled = binascii.b2a_base64(b"\0" * shift + word, newline=False)
            yield spelled[(0, 2, 3)[shift] : (shift + len(word)) * 8 // 6]


@cache
def _gate() -> Gate:
    return gate([Word(hint.decode("ascii")) for hint in sorted(set(_hints()))])
