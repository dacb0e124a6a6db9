"""Finds known values again, in every shape they may have taken.  Learns values, knows no rules."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote

from steno.detect.engine import Span
from steno.detect.gate import Gate, Word, gate

SHORTEST = 8
"""A shorter value stands in too many texts by chance."""

CODE = "SEC900"


def shapes(value: str) -> Iterator[str]:
    """The value as it stands in other texts: escaped for JSON up to three times, percent-encoded, in base64 at every
    alignment, in hexadecimal."""
    yield value
    for separators in (False, True):
        escaped = value
        for _ in range(3):
            escaped = json.dumps(escaped, ensure_ascii=separators)[1:-1]
            yield escaped
    yield quote(value, safe="")
    yield quote(value, safe="").lower()
    data = value.encode("utf-8", "surrogatepass")
    for code in (base64.b64encode, base64.urlsafe_b64encode):
        for shift in range(3):
            yield _inner(code, data, shift)
    yield data.hex()
    yield data.hex().upper()


def _inner(code: Callable[[bytes], bytes], data: bytes, shift: int) -> str:
    """The characters of base64 that the value alone decides, when `shift` bytes of a group stand before it."""
    text = code(b"\0" * shift + data).decode().rstrip("=")
    first = (0, 2, 3)[shift]
    whole = (shift + len(data)) * 8 // 6
    return text[first:whole]


class Sweep:
    """Values to find wherever they stand again.  The shapes of one value share its name."""

    def __init__(self, values: Iterable[tuple[str, str]], make: Callable[[Sequence[Word]], Gate] = gate) -> None:
        """`values` are pairs of a type and a value; values that are too short are not looked for."""
        self._known: dict[str, tuple[str, str]] = {}
        for kind, value in values:
            if len(value) >= SHORTEST:
                for shape in shapes(value):
                    if len(shape) >= SHORTEST:
                        self._known.setdefault(shape, (kind, value))
        self._words = [Word(shape) for shape in self._known]
        self._gate = make(self._words)

    def find(self, text: str) -> list[Span]:
        """Every stretch that spells a known value, in order; of those that overlap, the longest."""
        if not self._words:
            return []
        spans = []
        for start, word in self._gate.hits(text):
            shape = self._words[word].text
            kind, value = self._known[shape]
            spans.append(Span(start, start + len(shape), kind, CODE, value))
        return _longest(spans)


def _longest(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif span.end - span.start > kept[-1].end - kept[-1].start:
            kept[-1] = span
    return kept
