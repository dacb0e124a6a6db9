"""What a program that reads a record can hold: characters, numbers and depth.  Says the same in such a way."""

from __future__ import annotations

from typing import Final

from msgspec import Raw

from steno.base.exact import JSON, encode
from steno.formats.opentraces.hashes import number

DEEPEST: Final = 100
"""How deep a value may nest.  The package's parser gives up at 200, and stands around this one."""
_PLAIN: Final = frozenset({int, float, bool, type(None)})


def plain(value: JSON, depth: int = 0) -> JSON:
    """A value without half characters, without numbers that nobody reads, and not nested too deep: what lies deeper is
    written as the text of its JSON."""
    kind = type(value)
    if kind in _PLAIN:
        return value if kind is not int or value.bit_length() < 14_000 else str(value)
    if kind is str:
        return text(value)
    if kind is Raw:
        found = number(value)
        return str(found) if found in (float("inf"), float("-inf")) else found
    if depth >= DEEPEST:
        return text(encode(value).decode("utf-8", "surrogatepass"))
    if kind is dict:
        return {text(key): plain(each, depth + 1) for key, each in value.items()}
    return [plain(each, depth + 1) for each in value]


def text(value: str) -> str:
    """A text in which half a character is the mark of one that cannot be shown."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value
