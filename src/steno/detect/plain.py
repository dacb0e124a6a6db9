"""The gate where no other can be had: Python alone, in as few passes over a text as possible."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from steno.detect.patterns import deferred
from steno.detect.word import Gate, Hit, Word, literal

_RARE = deferred(r"[A-Zjqxz]")
"""Characters that agent logs and code have few of: `re` goes from one to the next by memchr."""


_SHORTEST = 2


class Plain(Gate):
    """Looks for what words and rows begin with, and at the rest of them only where that stands.

    Words with an underscore share one split of the text, and are looked for by what stands before it.  The others are
    grouped: by a rare character where they have one, else by their first two characters, which `re` finds fast too.
    """

    def __init__(self, words: Iterable[Word]) -> None:
        self._exact, self._caseless, self._scanned = grouped(words, _SHORTEST)
        self._has, self._has_caseless = _Present(self._exact), _Present(self._caseless)

    def places(self, data: bytes) -> list[Hit]:
        text = data.decode("latin-1")  # one character for each byte
        hits = [hit for index, word in self._scanned for hit in _scanned(text, word, index)]
        for begins in self._has.present(text):
            hits += _occurrences(text, begins, text, self._exact[begins])
        if self._caseless:
            lowered = data.lower().decode("latin-1")
            for begins in self._has_caseless.present(lowered):
                hits += _occurrences(lowered, begins, text, self._caseless[begins])
        return sorted(hits)


Beginnings = dict[str, list[tuple[int, Word]]]
"""Words and rows with their numbers, by what they begin with: a literal, one character for each byte."""


class Groups(NamedTuple):
    """Words by how they are looked for."""

    exact: Beginnings
    caseless: Beginnings
    """By what they begin with in lower case."""
    scanned: list[tuple[int, Word]]
    """Those that begin with no literal, or with one that is too short."""


def grouped(words: Iterable[Word], shortest: int) -> Groups:
    """`shortest` says with how many characters a row must begin that is looked for by them."""
    groups = Groups(defaultdict(list), defaultdict(list), [])
    for index, word in enumerate(words):
        begins = "" if word.expression else literal(word.text) if word.classes else _spelled(word.text)
        if (word.classes and len(begins) < shortest) or not begins:
            groups.scanned.append((index, word))
        elif word.caseless:
            groups.caseless[begins.encode("latin-1").lower().decode("latin-1")].append((index, word))
        else:
            groups.exact[begins].append((index, word))
    return groups


def _spelled(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _scanned(text: str, word: Word, index: int) -> list[Hit]:
    found = ahead(word).finditer(text)
    if word.expression:
        return [(end, index) for end in sorted({match.end(1) for match in found})]
    starts = [match.start() for match in found]
    return [(at, index) for at in (apart(starts) if word.text.startswith("[") else starts)]


@cache
def ahead(word: Word) -> re.Pattern[str]:
    """The word as what follows a place: it consumes nothing, so that places are found though they overlap."""
    return re.compile(f"(?=({word.text}))", re.ASCII | (re.IGNORECASE if word.caseless else 0))


def apart(starts: list[int]) -> Iterator[int]:
    """The first of each run of places that stand side by side."""
    return (at for at, before in zip(starts, [-2, *starts], strict=False) if at - 1 != before)


def standing(words: list[tuple[int, Word]], text: str, at: int) -> Iterator[Hit]:
    """Which of the words with one beginning stand where that stands."""
    for index, word in words:
        if not word.classes or ahead(word).match(text, at):
            yield at, index


def _occurrences(text: str, begins: str, whole: str, words: list[tuple[int, Word]]) -> Iterator[Hit]:
    at = text.find(begins)
    while at >= 0:
        yield from standing(words, whole, at)
        at = text.find(begins, at + 1)


class _Present:
    def __init__(self, words: Iterable[str]) -> None:
        self._tails: dict[str, list[tuple[str, str]]] = defaultdict(list)
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for word in sorted(set(words)):
            before = word.partition("_")[0]
            if "_" in word and len(before) >= 2:
                self._tails[before[-2:]].append((before[-3:], word))
            elif rare := _RARE().search(word):
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
