"""The gate that is used: all words in a few passes, at hundreds of megabytes a second.  Needs Vectorscan's wheel."""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import hyperscan

from steno.detect.word import Gate, Hit, Word, width

_BITS: Final = 24
"""How many of a number tell the word."""
_NEXT: Final = 1 << _BITS
_WORD: Final = _NEXT - 1
_FEW: Final = 10_000
"""So many hits need not share their numbers, of which there are more."""


class Unfit(ValueError):
    """A compiled gate does not load here."""


class Vectorscan(Gate):
    """Words that begin with characters, those that begin with a class, and expressions go into databases of their own:
    passes that each do one thing well are faster than one that does everything.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self.widths = [0 if word.expression else _width(word) for word in words]
        """How many bytes each word takes; 0 for expressions."""
        self.runs = frozenset(index for index, word in enumerate(words) if word.classes and word.text.startswith("["))
        """The words that begin with a class."""
        banks: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        for index, word in enumerate(words):
            banks[_bank(word)].append((index, word))
        self._databases = [_database(bank) for bank in banks.values()]
        self._rooms = Rooms(self._databases)

    @classmethod
    def ready(cls, widths: list[int], runs: Iterable[int], packed: Iterable[bytes]) -> Vectorscan:
        """A gate that was compiled before, by the same engine on the same processor; raises `Unfit`."""
        gate = cls.__new__(cls)
        gate.widths, gate.runs = widths, frozenset(runs)
        gate._databases = [unpack(each) for each in packed]
        gate._rooms = Rooms(gate._databases)
        return gate

    def packed(self) -> list[bytes]:
        """The compiled words, to be kept."""
        return [pack(database) for database in self._databases]

    def places(self, data: bytes) -> list[Hit]:
        if not data:
            return []
        # Where it ends and which word it is, in one number.
        ends: list[int] = []
        add = ends.append
        for database, scratch in self._rooms.each:
            database.scan(
                data,
                match_event_handler=lambda word, start, end, flags, context: add(end << _BITS | word),
                scratch=scratch,
            )
        del data  # a long text may have a million hits, and then they need the room
        if self.runs:
            ends = list(self._first(ends))
        widths = self.widths
        ends = [each - (widths[each & _WORD] << _BITS) for each in ends]
        ends.sort()
        different = (each for each, before in zip(ends, chain((-1,), ends), strict=False) if each != before)
        numbers: Sequence[int] = _numbers(len(widths)) if len(ends) > _FEW else range(len(widths))
        return [(each >> _BITS, numbers[each & _WORD]) for each in different]

    def _first(self, ends: list[int]) -> Iterator[int]:
        """Of the places of a row that begins with a class, those where it did not stand one character before."""
        last: dict[int, int] = {}
        runs = self.runs
        for each in ends:
            if (word := each & _WORD) in runs:
                before, last[word] = last.get(word), each
                if before == each - _NEXT:
                    continue
            yield each


@cache
def _numbers(count: int) -> list[int]:
    """Numbers that hits share."""
    return list(range(count))


class Rooms(threading.local):
    """Databases, each with this thread's own room to scan in.

    A second scan in the same room is refused, and the child of a fork would find one taken for ever, by a thread that
    it does not have.
    """

    def __init__(self, databases: list[hyperscan.Database]) -> None:
        """Python calls it again in every thread that asks."""
        self.each = [(database, hyperscan.Scratch(database)) for database in databases]


def _bank(word: Word) -> str:
    if word.expression:
        return word.text if word.alone else "expression"
    return "run" if word.classes and word.text.startswith("[") else "literal"


def _database(words: list[tuple[int, Word]]) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[_expression(word) for _, word in words],
        ids=[index for index, _ in words],
        elements=len(words),
        flags=[hyperscan.HS_FLAG_CASELESS if word.caseless else 0 for _, word in words],
    )
    return database


def pack(database: hyperscan.Database) -> bytes:
    """A compiled database, to be kept."""
    return hyperscan.dumpb(database)


def unpack(packed: bytes) -> hyperscan.Database:
    """One that was kept; raises `Unfit`."""
    try:
        database = hyperscan.loadb(packed, mode=hyperscan.HS_MODE_BLOCK)
    except hyperscan.HyperscanError as error:
        raise Unfit(str(error)) from None
    return database


def _width(word: Word) -> int:
    return width(word.text) if word.classes else len(word.text.encode("utf-8", "surrogatepass"))


def _expression(word: Word) -> bytes:
    # Vectorscan also takes literals as they are, in a third less time; but its binding ends them at a NUL.
    if word.expression or word.classes:
        return word.text.encode("ascii")
    return b"".join(b"\\x%02x" % byte for byte in word.text.encode("utf-8", "surrogatepass"))


def fitting() -> str:
    """What a compiled database fits: this engine, and what this machine's processor can do."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return "\0".join((getattr(hyperscan, "__version__", ""), os.uname().machine, flags))
