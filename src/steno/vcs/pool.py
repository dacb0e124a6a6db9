"""Blocks of lines that sessions wrote, by their lines: finds those that turn up in another place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from steno.vcs.alignment import strength, words
from steno.vcs.lines import Owner, blank, telling

_LINE = 10
"""Letters and digits of a line by which a block may be found."""
BLOCK = 24
"""Letters and digits that a block must have to be known again without the file around it."""
_GRAM = 3
_MANY = 8
"""Blocks that a line may be looked for in; one that stands in more says nothing."""


class Block(NamedTuple):
    lines: Sequence[str]
    owners: Sequence[Owner | None]
    path: str


class Place(NamedTuple):
    block: Block
    start: int
    """In the block."""
    at: int
    """In the lines that were looked at."""
    size: int


class Pool:
    """Everything that sessions wrote so far."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.added: set[bytes] = set()
        """The lines by which blocks are found, as a diff spells them."""
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._grams: set[tuple[str, ...]] = set()
        self._read = 0
        """Blocks whose words are among them."""
        self._lines: set[str] = set()
        self._words: set[str] = set()

    def add(self, block: Block) -> None:
        number = len(self.blocks)
        self.blocks.append(block)
        self._words.update(words("\n".join(block.lines)))
        for index, line in enumerate(block.lines):
            if blank(line):
                continue
            self._lines.add(line)
            if strength(line) >= _LINE:
                self._places.setdefault(line, []).append((number, index))
                data = spelled(line)
                self.added.add(b"+" + data)
                self.added.add(b"+" + data + b"\r")

    def wrote(self, line: str) -> bool:
        """Whether some session wrote just this line."""
        return line in self._lines

    def said(self, words: Iterable[str]) -> bool:
        """Whether sessions used all these words: a line with another one is no formatter's rewriting of theirs."""
        return self._words.issuperset(words)

    def related(self, added: Sequence[str]) -> bool:
        """Whether lines hold anything that a session wrote, or three words of it in a row, or all words of a line."""
        if any(line in self._lines for line in added if strength(line) >= _LINE):
            return True
        for block in self.blocks[self._read :]:  # few searches need the words
            self._grams |= _grams(block.lines)
        self._read = len(self.blocks)
        grams = _grams(added)
        if all(len(gram) < _GRAM for gram in grams) and any(line in self._lines for line in added):
            return True
        return not self._grams.isdisjoint(grams)

    def find(self, lines: Sequence[str]) -> list[Place]:
        """The blocks, or pieces of blocks, that stand in these lines, none over another."""
        found: list[Place] = []
        at = 0
        while at < len(lines):
            best: Place | None = None
            for number, index in self._places.get(lines[at], [])[-_MANY:]:
                place = self._grown(
                    lines, at, self.blocks[number], index, found[-1].at + found[-1].size if found else 0
                )
                if best is None or place.size > best.size:
                    best = place
            if best is not None and telling(lines[best.at : best.at + best.size]) >= BLOCK:
                found.append(best)
                at = best.at + best.size
            else:
                at += 1
        return found

    def _grown(self, lines: Sequence[str], at: int, block: Block, index: int, floor: int) -> Place:
        first, start = at, index
        while first > floor and start > 0 and lines[first - 1] == block.lines[start - 1]:
            first, start = first - 1, start - 1
        last, end = at + 1, index + 1
        while last < len(lines) and end < len(block.lines) and lines[last] == block.lines[end]:
            last, end = last + 1, end + 1
        return Place(block, start, first, last - first)


def _grams(lines: Sequence[str]) -> set[tuple[str, ...]]:
    """Three words in a row, and the words of lines that have fewer and still say something."""
    said = [words(line) for line in lines]
    stream = [word for each in said for word in each]
    short = [each for each, line in zip(said, lines, strict=True) if len(each) < _GRAM and strength(line) >= _LINE]
    return {*map(tuple, short), *zip(*(stream[k:] for k in range(_GRAM)), strict=False)}


def spelled(line: str) -> bytes:
    """A line as a diff spells it, as far as it can be spelled as the bytes it was read from."""
    try:
        return line.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return line.encode("utf-8", "replace")
