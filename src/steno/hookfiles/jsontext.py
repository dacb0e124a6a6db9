"""JSON as text: where each member and item stands, so that one can be put in or taken out and the rest stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}]+")
_INSIDE = re.compile(r'[\[\]{}]|"(?:[^"\\]|\\.)*"', re.DOTALL)


class Part(NamedTuple):
    """A member of an object or an item of an array, in a text that is known to be JSON."""

    start: int
    """Where its key begins, or the item."""
    value: int
    """Where its value begins."""
    end: int
    key: str = ""
    """As it is spelled, in its quotes; nothing for an item."""


def beginning(text: str) -> int:
    """Where the value of a text begins."""
    return _skip(text, 0)


def parts(text: str, start: int) -> Iterator[Part]:
    """The members or items of the object or array that begins here."""
    keyed = text[start] == "{"
    at = _skip(text, start + 1)
    while text[at] not in "]}":
        first, key = at, ""
        if keyed:
            key = _string(text, at)
            at = _skip(text, _skip(text, at + len(key)) + 1)
        end = _end(text, at)
        yield Part(first, at, end, key)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)


def member(text: str, start: int, key: str) -> Part | None:
    """The member of a key, however it is spelled."""
    return next((part for part in parts(text, start) if json.loads(part.key) == key), None)


def put_in(text: str, start: int, part: str) -> tuple[int, str]:
    """Where to insert a part at the end of the object or array that begins here, with a comma where one is needed."""
    last: Part | None = None
    for last in parts(text, start):  # noqa: B007
        pass
    return (start + 1, part) if last is None else (last.end, f",{part}")


def take_out(found: list[Part], gone: set[int]) -> Iterator[tuple[int, int]]:
    """The ranges that take out some of the parts of one object or array, each with one comma."""
    kept: int | None = None
    """Where the last part that stays ends."""
    for index, part in enumerate(found):
        if index not in gone:
            kept = part.end
        elif kept is not None:
            yield (found[index - 1].end, part.end)
        elif index + 1 < len(found):
            yield (part.start, found[index + 1].start)
        else:
            yield (part.start, part.end)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _string(text: str, at: int) -> str:
    found = _STRING.match(text, at)
    return found.group() if found else ""


def _end(text: str, at: int) -> int:
    """Where the value ends that begins here."""
    if text[at] == '"':
        return at + len(_string(text, at))
    if text[at] not in "[{":
        found = _SCALAR.match(text, at)
        return found.end() if found else at
    depth = 0
    for found in _INSIDE.finditer(text, at):
        if found.group() in ("[", "{"):
            depth += 1
        elif found.group() in ("]", "}"):
            depth -= 1
            if depth == 0:
                return found.end()
    return len(text)
