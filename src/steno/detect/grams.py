"""The gate for words that nobody looks for twice: nothing is compiled, and many words cost no more than few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steno.detect.plain import Plain
from steno.detect.word import Gate, Hit, Make, Word

_GRAM = 8
"""Every word is looked for by its last bytes: words that begin alike seldom end so."""
_PATIENCE = 256
"""Bytes for each word, until compiling the words is worth it: a word takes as long to compile as these do to pass."""


class Grams(Gate):
    """Words as they are spelled; those that are shorter than a gram are looked for one by one."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._ends: dict[bytes, list[int]] = {}
        self._sizes: dict[bytes, dict[int, dict[bytes, int]]] = {}
        short: list[int] = []
        for index, word in enumerate(words):
            spelled = word.encode("utf-8", "surrogatepass")
            if len(spelled) < _GRAM:
                short.append(index)
            else:
                self._ends.setdefault(spelled[-_GRAM:], []).append(index)
        self._short = short
        self._rest = Plain([Word(words[index]) for index in short]) if short else None

    def places(self, data: bytes) -> list[Hit]:
        hits = list(self._hits(data)) if self._ends else []
        if self._rest:
            hits += ((start, self._short[word]) for start, word in self._rest.places(data))
        return sorted(hits)

    def _hits(self, data: bytes) -> Iterator[Hit]:
        ends = self._ends
        for start in [at for at in range(len(data) - _GRAM + 1) if data[at : at + _GRAM] in ends]:
            end = start + _GRAM
            for size, words in self._with(data[start:end]).items():
                if size <= end and (word := words.get(data[end - size : end])) is not None:
                    yield end - size, word

    def _with(self, gram: bytes) -> dict[int, dict[bytes, int]]:
        """The words that end so, by how many bytes they have."""
        sizes = self._sizes.get(gram)
        if sizes is None:
            sizes = self._sizes[gram] = {}
            for index in self._ends[gram]:
                spelled = self._words[index].encode("utf-8", "surrogatepass")
                sizes.setdefault(len(spelled), {})[spelled] = index
        return sizes


class Patient(Gate):
    """Looks for words by their grams, until it has looked at so much that compiling them costs less."""

    def __init__(self, words: Sequence[str], make: Make) -> None:
        self._words, self._make = words, make
        self._left = _PATIENCE * len(words)
        self._gate: Gate = Grams(words)

    def places(self, data: bytes) -> list[Hit]:
        if self._left >= 0:
            self._left -= len(data)
            if self._left < 0:
                self._gate = self._make([Word(word) for word in self._words])
        return self._gate.places(data)
