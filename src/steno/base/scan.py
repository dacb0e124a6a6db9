"""Finds where the parts of a JSON text stand, byte for byte.  Decodes nothing, judges nothing, never recurses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from steno.base.exact import BadJSON, decode
from steno.base.patterns import deferred

_TOKEN = deferred(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[{}\[\],:]', re.DOTALL)
_BEFORE_VALUE = deferred(rb'[\s{,]*+"(?:[^"\\]++|\\.)*+"\s*+:\s*+', re.DOTALL)
_BETWEEN = deferred(rb"\s*+,?\s*+")
_SPACE = b" \t\r\n"
_object = msgspec.json.Decoder(dict[str, Raw]).decode
_array = msgspec.json.Decoder(list[Raw]).decode


def unclaimed(claimed: Iterable[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    """What is left of `size` bytes beside these ranges; a range is an offset and a length, and may overlap others."""
    ranges, position = [], 0
    for offset, length in [*sorted(claimed), (size, 0)]:
        if offset > position:
            ranges.append((position, offset - position))
        position = max(position, offset + length)
    return tuple(ranges)


class Part(NamedTuple):
    """A member of an object or an element of an array."""

    key: str | None
    start: int
    end: int


class Parts(Struct, frozen=True):
    parts: list[Part]
    end: int
    """Where the container ends; the end of the data where it is cut off."""
    whole: bool
    """Whether its closing bracket is there."""


def members(data: bytes, start: int = 0) -> Parts:
    """The parts of the object that begins at `start` and, if it is sound, ends with the data."""
    try:
        found = _object(memoryview(data)[start:])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return tokens(data, start)
    position, parts = start, []
    for key, raw in found.items():
        before = _BEFORE_VALUE().match(data, position)
        if before is None:
            return tokens(data, start)
        position = before.end() + memoryview(raw).nbytes
        parts.append(Part(key, before.end(), position))
    # A repeated key would have put the lengths out of step with the keys.
    rest = data[position:].strip(_SPACE)
    if rest != (b"}" if parts else b"{}"):
        return tokens(data, start)
    return Parts(parts, data.index(b"}", position) + 1, True)


def elements(data: bytes, start: int, end: int) -> Parts:
    """The parts of the array at `start`."""
    try:
        found = _array(memoryview(data)[start:end])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return tokens(data, start)
    position, parts = start + 1, []
    for raw in found:
        first = _BETWEEN().match(data, position).end()  # type: ignore[union-attr]  # it matches nothing at all, too
        position = first + memoryview(raw).nbytes
        parts.append(Part(None, first, position))
    return Parts(parts, end, True)


def tokens(data: bytes, start: int = 0) -> Parts:
    """The parts of the container at `start`, however odd its contents: found by brackets, quotes and commas alone."""
    parts: list[Part] = []
    depth, key, first, is_object = 0, None, start + 1, data[start : start + 1] == b"{"

    def close(end: int) -> None:
        nonlocal key
        begin = first
        while begin < end and data[begin] in _SPACE:
            begin += 1
        while end > begin and data[end - 1] in _SPACE:
            end -= 1
        if end > begin or key is not None:
            parts.append(Part(key, begin, end))
        key = None

    named: bytes | None = None
    for found in _TOKEN().finditer(data, start):
        token = found.group()
        if token in b"{[":
            depth += 1
        elif token in b"}]":
            depth -= 1
            if depth == 0:
                close(found.start())
                return Parts(parts, found.end(), True)
        elif depth == 1:
            if token == b",":
                close(found.start())
                first, named = found.end(), None
            elif token == b":":
                if is_object and key is None and named is not None:
                    key, first = _text(named), found.end()
            elif named is None:
                named = token
    close(len(data))
    return Parts(parts, len(data), False)


def _text(token: bytes) -> str:
    try:
        value = decode(token).value
    except BadJSON:
        return token.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""
