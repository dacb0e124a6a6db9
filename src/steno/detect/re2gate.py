"""The gate where Vectorscan does not install: a keyword automaton, and RE2 for what has no literal to begin with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import ahocorasick_rs
import re2

from steno.detect.plain import Beginnings, apart, grouped, standing
from steno.detect.word import Gate, Hit, Word, openings

_MEMORY = 64 << 20
"""How much RE2 may use for its states.  With less it forgets them, and is slow, but says the same."""


_SHORTEST = 3
"""Two characters, such as a comma and a space, stand too often to look at each place in Python."""


class Re2(Gate):
    """The automaton finds every word and what rows begin with; RE2 the places where any of the other rows and
    expressions begins.  Which of them it is, and where it ends, is seen there.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        groups = grouped(words, _SHORTEST)
        self._exact, self._caseless = _Automaton(groups.exact), _Automaton(groups.caseless)
        self._scanned = _Scanned(groups.scanned) if groups.scanned else None

    def places(self, data: bytes) -> list[Hit]:
        text = data.decode("latin-1")  # one character for each byte
        hits = [*self._exact.hits(data, text), *self._caseless.hits(data.lower(), text)]
        if self._scanned:
            hits += self._scanned.hits(data, text)
        return sorted(hits)


class _Automaton:
    def __init__(self, words: Beginnings) -> None:
        self._words = list(words.values())
        # The table of all states takes some ten times the memory of a list of edges, and a third of the time.
        self._find = ahocorasick_rs.BytesAhoCorasick(
            [begins.encode("latin-1") for begins in words],
            matchkind=ahocorasick_rs.MatchKind.Standard,
            implementation=ahocorasick_rs.Implementation.DFA,
        ).find_matches_as_indexes

    def hits(self, data: bytes, text: str) -> Iterator[Hit]:
        for begins, at, _ in self._find(data, overlapping=True):
            yield from standing(self._words[begins], text, at)


class _Scanned:
    def __init__(self, words: Sequence[tuple[int, Word]]) -> None:
        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.max_mem = _MEMORY
        options.log_errors = False
        self._search = re2.compile("|".join(_spelled(word) for _, word in words).encode("ascii"), options).search
        self._expressions = {index for index, word in words if word.expression}
        self._runs = {index for index, word in words if word.classes and word.text.startswith("[")}
        beginning: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        for index, word in words:
            for character in openings(word):
                beginning[character].append((index, word))
        alike = {tuple(here) for here in beginning.values()}
        tried = {here: _Tried(here) for here in alike}
        self._tried = {character: tried[tuple(here)] for character, here in beginning.items()}

    def hits(self, data: bytes, text: str) -> Iterator[Hit]:
        runs: dict[int, list[int]] = defaultdict(list)
        ends: set[Hit] = set()
        at = 0
        # RE2 gives the first place where any of them begins, so none is passed over.
        while begins := self._search(data, at):
            first = begins.start()
            for index, end in self._tried[text[first]].standing(text, first):
                if index in self._expressions:
                    ends.add((end, index))
                elif index in self._runs:
                    runs[index].append(first)
                else:
                    yield first, index
            at = first + 1
        yield from ends
        for index, starts in runs.items():
            yield from ((start, index) for start in apart(starts))


class _Tried:
    """Words that begin with the same character, as one expression that sees which of them stand at a place."""

    def __init__(self, words: Sequence[tuple[int, Word]]) -> None:
        pattern = re.compile("".join(f"(?:(?=(?P<w{index}>{_spelled(word)}))|)" for index, word in words), re.ASCII)
        self._match = pattern.match
        self._word = {number: int(name[1:]) for name, number in pattern.groupindex.items()}

    def standing(self, text: str, at: int) -> Iterator[tuple[int, int]]:
        """Which do, and where each ends."""
        if found := self._match(text, at):
            for group, said in enumerate(found.groups(), 1):
                if said is not None and group in self._word:
                    yield self._word[group], found.end(group)


def _spelled(word: Word) -> str:
    return f"(?i:{word.text})" if word.caseless else f"(?:{word.text})"
