"""The gate for words that nobody looks for twice: nothing is compiled, and many words cost no more than few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steno.detect.gate import Gate, Hit, Make, Word
from steno.detect.plain import Plain

_GRAM = 8
"""Every word is looked for by its last bytes: words that begin alike seldom end so."""
_PATIENCE = 256
"""Bytes for each word, until compiling the words is worth it: a word takes as long to compile as these do to pass."""

_Ends = dict[bytes, dict[int, dict[bytes, int]]]
"""The last bytes of words, how many bytes such a word has, and which of these words is which."""


class Grams(Gate):
    """Literal words in either case as they are spelled; those that are shorter than a gram are looked for one by one."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._ends: _Ends = {}
        self._short: list[int] = []
        for index, word in enumerate(words):
            spelled = word.text.encode("utf-8", "surrogatepass")
            if len(spelled) < _GRAM:
                self._short.append(index)
            else:
                self._ends.setdefault(spelled[-_GRAM:], {}).setdefault(len(spelled), {})[spelled] = index
        self._rest = Plain([words[index] for index in self._short]) if self._short else None

    def places(self, data: bytes) -> list[Hit]:
        hits = list(self._hits(data))
        if self._rest:
            hits += (Hit(start, self._short[word]) for start, word in self._rest.places(data))
        return sorted(hits)

    def _hits(self, data: bytes) -> Iterator[Hit]:
        ends = self._ends
        for start in [at for at in range(len(data) - _GRAM + 1) if data[at : at + _GRAM] in ends]:
            end = start + _GRAM
            for size, words in ends[data[start:end]].items():
                if size <= end and (word := words.get(data[end - size : end])) is not None:
                    yield Hit(end - size, word)


class Patient(Gate):
    """Looks for words by their grams, until it has looked at so much that compiling them costs less."""

    def __init__(self, words: Sequence[Word], make: Make) -> None:
        self._words, self._make = words, make
        self._left = _PATIENCE * len(words)
        self._gate: Gate = Grams(words)

    def places(self, data: bytes) -> list[Hit]:
        if self._left >= 0:
            self._left -= len(data)
            if self._left < 0:
                self._gate = self._make(self._words)
        return self._gate.places(data)
