"""The gate where no other can be had: Python alone, in as few passes over a text as possible."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter

from steno.detect.gate import Hit, Word, characters, literal

_RARE = re.compile(r"[A-Zjqxz]")
"""Characters that agent logs and code have few of: `re` goes from one to the next by memchr."""


class Plain:
    """Looks for what words and rows begin with, and at the rest of them only where that stands.

    Words with an underscore share one split of the text, and are looked for by what stands before it.  The others are
    grouped: by a rare character where they have one, else by their first two characters, which `re` finds fast too.
    """

    def __init__(self, words: Iterable[Word]) -> None:
        self._exact: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        self._caseless: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        self._scanned: list[tuple[int, Word]] = []
        for index, word in enumerate(words):
            begins = "" if word.expression else literal(word.text) if word.classes else _spelled(word.text)
            if (word.classes and len(begins) < _SHORTEST) or not begins:
                self._scanned.append((index, word))
            elif word.caseless:
                self._caseless[begins.lower()].append((index, word))
            else:
                self._exact[begins].append((index, word))
        self._has, self._has_caseless = _Present(self._exact), _Present(self._caseless)

    def hits(self, text: str) -> list[Hit]:
        data = text.encode("utf-8", "surrogatepass")
        return characters(data, self.places(data))

    def places(self, data: bytes) -> list[Hit]:
        text = data.decode("latin-1")  # one character for each byte
        hits = [hit for index, word in self._scanned for hit in _scanned(text, word, index)]
        for begins in self._has.present(text):
            hits += _occurrences(text, begins, text, self._exact[begins])
        if self._caseless:
            lowered = text.lower() if text.isascii() else text.translate(_LOWER)
            for begins in self._has_caseless.present(lowered):
                hits += _occurrences(lowered, begins, text, self._caseless[begins])
        return sorted(hits)

    def among(self, texts: Sequence[str]) -> Iterator[tuple[int, list[Hit]]]:
        for index, text in enumerate(texts):
            if hits := self.hits(text):
                yield index, hits


_SHORTEST = 2
"""With fewer characters to begin with, a row is looked for as it is."""


def _spelled(text: str) -> str:
    return text.encode().decode("latin-1")


def _scanned(text: str, word: Word, index: int) -> list[Hit]:
    found = _lookahead(word).finditer(text)
    if word.expression:
        return [Hit(end, index) for end in sorted({match.end(1) for match in found})]
    starts = [match.start() for match in found]
    if word.text.startswith("["):
        starts = [at for at, before in zip(starts, [-2, *starts], strict=False) if at - 1 != before]
    return [Hit(at, index) for at in starts]


@cache
def _lookahead(word: Word) -> re.Pattern[str]:
    # A look-ahead consumes nothing, so that places are found though they overlap.
    return re.compile(f"(?=({word.text}))", re.ASCII | (re.IGNORECASE if word.caseless else 0))


def _occurrences(text: str, begins: str, whole: str, words: list[tuple[int, Word]]) -> Iterator[Hit]:
    at = text.find(begins)
    while at >= 0:
        for index, word in words:
            if not word.classes or _lookahead(word).match(whole, at):
                yield Hit(at, index)
        at = text.find(begins, at + 1)


_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


class _Present:
    def __init__(self, words: Iterable[str]) -> None:
        self._tails: dict[str, list[tuple[str, str]]] = defaultdict(list)
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for word in sorted(set(words)):
            before = word.partition("_")[0]
            if "_" in word and len(before) >= 2:
                self._tails[before[-2:]].append((before[-3:], word))
            elif rare := _RARE.search(word):
                at = rare.end()
                behind = f"(?<={re.escape(word[:at])})" if at > 1 else ""
                groups[rare[0]].append((behind + re.escape(word[at:]), word))
            else:
                groups[word[:2]].append((re.escape(word[2:]), word))
        self._groups = [
            (re.compile(f"{re.escape(first)}(?:{'|'.join(rest for rest, _ in group)})").search, [w for _, w in group])
            for first, group in groups.items()
        ]

    def present(self, text: str) -> list[str]:
        """The words that stand in the text."""
        found = [word for search, words in self._groups if search(text) for word in words if word in text]
        if self._tails and "_" in text:
            pieces = text.split("_")
            if tails := self._tails.keys() & set(map(_last_two, pieces)):
                longer = set(map(_last_three, pieces))
                for before, word in (pair for tail in tails for pair in self._tails[tail]):
                    if (len(before) < 3 or before in longer) and word in text:
                        found.append(word)
        return found


_last_two = itemgetter(slice(-2, None))
_last_three = itemgetter(slice(-3, None))
