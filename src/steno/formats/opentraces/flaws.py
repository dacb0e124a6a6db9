"""Finds where a value is not of the shape that its field has.  Knows the kinds of fields, and no rule.

One walk over a record finds every flaw of every sort; the rules that speak of one sort share it.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Raw

from steno.base.counts import number_of
from steno.base.exact import JSON, said
from steno.formats.opentraces.shapes import RECORD, SHAPES, coerced, fits
from steno.formats.shapes import Field, number

Path = tuple[str | int, ...]
DEEPEST: Final = 199
"""How many keys and indices may lead to an object or array: the package's parser gives up at the next."""


class Sort(enum.Enum):
    TYPE = "type"
    MISSING = "missing"
    NULL = "null"
    WORD = "word"
    BOUND = "bound"
    DEPTH = "depth"
    SURROGATE = "surrogate"
    LONG = "long"
    COERCED = "coerced"
    UNKNOWN = "unknown"
    INFINITE = "infinite"


class Flaw(NamedTuple):
    sort: Sort
    path: Path
    message: str


def flaws(value: JSON, minor: int) -> list[Flaw]:
    """Everything that is wrong with a record's shape, by the fields of a minor version."""
    found = list(_texts(value))
    if type(value) is not dict:
        return [*found, Flaw(Sort.TYPE, (), f"the record is {said(value)}, expected an object")]
    found.extend(_object(RECORD, value, (), minor))
    return found


def _object(name: str, value: dict[str, JSON], path: Path, minor: int) -> Iterator[Flaw]:
    shape = SHAPES[name]
    for key, kind in shape.items():
        if key in value:
            yield from _field(key, kind, value[key], (*path, key), minor)
        elif kind.required:
            yield Flaw(Sort.MISSING, path, f"{key} is missing")
    for key in value:
        known = shape.get(key)
        if known is None or not known.since <= minor <= known.until:
            yield Flaw(Sort.UNKNOWN, (*path, key), _unknown(key, known))


def _unknown(key: str, kind: Field | None) -> str:
    if kind is None:
        return f"{key} is not a field of any version: the package drops it"
    when = f"before 0.{kind.since}" if kind.since > 1 else f"after 0.{kind.until}"
    return f"{key} is not a field of versions {when}: the package for this record's version drops it"


def _field(key: str, kind: Field, value: JSON, path: Path, minor: int) -> Iterator[Flaw]:
    if value is None:
        if not kind.null:
            yield Flaw(Sort.NULL, path, f"{key} is null, expected {kind}: leave it out if it is not known")
    elif kind.array:
        if type(value) is not list:
            yield Flaw(Sort.TYPE, path, f"{key} is {said(value)}, expected {kind}")
            return
        for index, each in enumerate(value):
            yield from _member(key, kind, each, (*path, index), minor)
    else:
        yield from _member(key, kind, value, path, minor)


def _member(key: str, kind: Field, value: JSON, path: Path, minor: int) -> Iterator[Flaw]:
    """A value of a field, or one of the array that the field holds."""
    if kind.map:
        if type(value) is not dict:
            yield Flaw(Sort.TYPE, path, f"{key} is {said(value)}, expected {kind}")
        elif kind.name != "any":
            for name, each in value.items():
                if not fits(kind, each):
                    yield Flaw(Sort.TYPE, (*path, name), f"{name} is {said(each)}, expected {_one(kind)}")
    elif fits(kind, value):
        yield from _fitting(key, kind, value, path, minor)
    elif (read := coerced(kind, value)) is not None:
        yield Flaw(Sort.COERCED, path, f"{key} is {said(value)}, expected {kind}: the package reads it as {said(read)}")
        yield from _bounded(key, kind, read, path)
    else:
        yield Flaw(Sort.TYPE, path, f"{key} is {said(value)}, expected {kind}")


def _one(kind: Field) -> Field:
    return kind._replace(map=False, array=False, null=False)


def _fitting(key: str, kind: Field, value: JSON, path: Path, minor: int) -> Iterator[Flaw]:
    if type(value) is dict and kind.name in SHAPES:
        yield from _object(kind.name, value, path, minor)
    elif kind.words and value not in kind.words:
        yield Flaw(Sort.WORD, path, f"{key} is {said(value)}, expected {kind}")
    else:
        yield from _bounded(key, kind, value, path)


def _bounded(key: str, kind: Field, value: JSON, path: Path) -> Iterator[Flaw]:
    if kind.name not in ("integer", "number"):
        return
    low, high = kind.bounds
    if not low <= number(value) <= high:
        expected = f"{low} or more" if high == float("inf") else f"a number from {low} to {high}"
        yield Flaw(Sort.BOUND, path, f"{key} is {said(value)}, expected {expected}")


# What any value may have, wherever it stands


def _texts(value: JSON) -> Iterator[Flaw]:
    """Depth, surrogates and numbers, without recursion: a value may nest deep."""
    stack: list[tuple[Path, JSON]] = [((), value)]
    while stack:
        path, each = stack.pop()
        kind = type(each)
        if kind is str:
            if _lone(each):
                yield Flaw(Sort.SURROGATE, path, "half of a surrogate pair, which is not a character")
        elif kind is Raw:
            yield from _number(path, each)
        elif kind in (dict, list):
            if len(path) > DEEPEST:
                yield Flaw(Sort.DEPTH, path, f"nested {len(path)} deep: the package's parser gives up before that")
                continue
            inner = list(each.items() if kind is dict else enumerate(each))
            for key, _ in inner if kind is dict else ():
                if not key.isascii() and _lone(key):
                    yield Flaw(Sort.SURROGATE, path, "a key with half of a surrogate pair, which is not a character")
            stack.extend(((*path, key), part) for key, part in reversed(inner) if not _plain(part))


_PLAIN: Final = frozenset({bool, int, float, type(None)})


def _plain(value: JSON) -> bool:
    """Whether there is nothing to look at, as in most of a record."""
    return type(value) in _PLAIN or (type(value) is str and value.isascii())


def _lone(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _number(path: Path, value: Raw) -> Iterator[Flaw]:
    text = bytes(value).decode()
    if len(text) > (sys.get_int_max_str_digits() or 4300) and text.removeprefix("-").isdigit():
        yield Flaw(Sort.LONG, path, f"an integer of {number_of(len(text), 'digit')}, which few programs can read")
    elif float(text) in (float("inf"), float("-inf")):
        message = f"{said(value)} is too large for a program: the package writes null for it"
        yield Flaw(Sort.INFINITE, path, message)
