"""What a gate looks for, and what it answers: words, and the places where they stand.  Looks for nothing itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from steno.base.patterns import deferred


class Word(NamedTuple):
    text: str
    caseless: bool = False
    """Whether ASCII letters match in either case."""
    classes: bool = False
    """Whether the text is a row of ASCII characters and classes, such as `[0-9]{3}-[0-9]`, and not literal.

    A row has one width, so where it ends says where it begins, and all gates report the same places.  Of one that
    begins with a class, they report every place where it stands but did not one character before, so that a run of
    digits is one place and not a million.
    """
    expression: bool = False
    """Whether the text is a regular expression over UTF-8, of which all places where it ends are wanted.  From one
    beginning it may end at one place only, so that all gates report the same."""
    alone: bool = False
    """Whether it slows other expressions down that are looked for in the same pass."""


_ITEM = deferred(
    r"""(?:\[[A-Za-z0-9\s!"#$%&'()*+,./:;<=>?@_`-]+\]|\\[!-/:-@\[-`{-~]|[A-Za-z0-9 !"#%&',/:;<=>@_`~-])"""
    r"(?:\{([0-9]{1,2})\})?"
)


def width(row: str) -> int:
    """How many characters a row of classes takes; a ValueError where it is more than a row of classes."""
    at = total = 0
    while item := _ITEM().match(row, at):
        at = item.end()
        total += int(item[1] or 1)
    if at < len(row) or not total:
        raise ValueError(f"{row!r} is not a row of ASCII characters and classes (stopped at character {at})")
    return total


def literal(row: str) -> str:
    """What a row begins with before its first class or count."""
    text, at = "", 0
    while (item := _ITEM().match(row, at)) and item[1] is None and item[0][0] != "[":
        text += item[0][-1]
        at = item.end()
    return text


def openings(word: Word) -> str:
    """The bytes, as characters, that a row may begin with; all of them for an expression."""
    every = "".join(map(chr, range(256)))
    item = None if word.expression else _ITEM().match(word.text)
    if item is None:
        return every
    first = item[0][: item.start(1) - 1] if item[1] else item[0]
    return "".join(re.findall(first, every, re.ASCII | (re.IGNORECASE if word.caseless else 0)))


Hit = tuple[int, int]
"""Where a word begins, or where it ends, if it is an expression; and its index into the gate's words."""


class Gate(Protocol):
    def hits(self, text: str) -> list[Hit]:
        """Every place where a word stands, in order."""
        if text.isascii():
            return self.places(text.encode())  # nobody else holds the bytes of what may be long
        data = text.encode("utf-8", "surrogatepass")
        return characters(data, self.places(data))

    def places(self, data: bytes) -> list[Hit]:
        """The same for a text in UTF-8, in bytes."""
        ...


def characters(data: bytes, hits: list[Hit]) -> list[Hit]:
    """Hits in bytes as hits in characters, in one pass."""
    if data.isascii():
        return hits
    found, bytes_done, done = [], 0, 0
    for start, word in hits:
        if start > bytes_done:
            between = data[bytes_done:start]
            done += len(between) if between.isascii() else len(between.decode("utf-8", "surrogatepass"))
            bytes_done = start
        found.append((done, word))
    return found


Make = Callable[[Sequence[Word]], Gate]
