"""A finder that remembers what it found in which texts.  Knows no text again but by a keyed hash of all of them."""

from __future__ import annotations

import hashlib
import hmac
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from steno.detect.spans import Finder, Look, Span, looks

_AT_ONCE = 1024
_SIZE = 16

Place = tuple[int, int, str, str]
"""Of a finding that says no more than its stretch does: from where to where it stands, its type, and its code."""


class Memory(Struct):
    """What a finder remembers of texts that it looked at together, as it may be kept: it has no text and no value."""

    batches: dict[bytes, dict[int, list[Place] | None]] = {}
    """By the keyed hash of a batch: what was found in which of its texts; None for one to look at again.  In those that
    are not named there is nothing."""


class Remembered:
    """The same finder, for whoever looks at the same texts twice.  Finds what it finds, and is faster the second time.

    What it did not look at to the end, and what it found in another spelling, it looks at again.
    """

    def __init__(self, finder: Finder, memory: Memory, key: bytes) -> None:
        self._finder, self._memory, self._key = finder, memory, key

    def find(self, text: str) -> list[Span]:
        return self._finder.find(text)

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        """Those of the texts in which there may be something, each with what finds it there."""
        batch = list(texts)
        name = _name(batch, self._key)
        known = self._memory.batches.get(name)
        if known is not None:
            yield from self._again(batch, known)
            return
        numbers = {text: number for number, text in enumerate(batch)}
        found: dict[int, list[Place] | None] = {}
        for text, look in looks(self._finder, batch):
            found[numbers[text]] = None
            yield text, partial(_looked, look, found, numbers[text])
        self._memory.batches[name] = found  # not before the last was seen; looks that are still to come fill it

    def _again(self, batch: Sequence[str], known: dict[int, list[Place] | None]) -> Iterator[tuple[str, Look]]:
        anew = dict(looks(self._finder, [batch[number] for number, places in known.items() if places is None]))
        for number, places in known.items():
            text = batch[number]
            if places is not None:
                yield text, partial(_spans, places)
            elif text in anew:
                yield text, anew[text]


def _looked(look: Look, found: dict[int, list[Place] | None], number: int) -> list[Span]:
    spans = look()
    if not spans:
        found.pop(number, None)
    elif not any(span.value or span.within for span in spans):
        found[number] = [(span.start, span.end, span.type, span.code) for span in spans]
    return spans


def _spans(places: Iterable[Place]) -> list[Span]:
    return [Span(*each) for each in places]


def _name(batch: Sequence[str], key: bytes) -> bytes:
    """Of these texts in this order; nobody without the key can confirm a guess."""
    digest = hmac.new(key, array("Q", map(len, batch)).tobytes(), hashlib.sha256)
    for at in range(0, len(batch), _AT_ONCE):
        digest.update("".join(batch[at : at + _AT_ONCE]).encode("utf-8", "surrogatepass"))
    return digest.digest()[:_SIZE]
