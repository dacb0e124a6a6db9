"""What a program that reads a record can hold: characters, numbers and depth.  Says the same in such a way."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw

from steno.base.exact import JSON, encode
from steno.formats.opentraces.hashes import number

DEEPEST: Final = 100
"""How deep a value may nest.  The package's parser gives up at 200, and stands around this one."""
_LONGEST: Final = 14_000
"""How many bits an integer may have."""
_PLAIN: Final = frozenset({int, float, bool, type(None)})
_SHORT: Final = frozenset({str, float, bool, type(None)})
_encode = msgspec.json.Encoder().encode


def plain(value: JSON) -> JSON:
    """A value without half characters, without numbers that nobody reads, and not nested too deep: what lies deeper is
    written as the text of its JSON.  A value that is so is itself."""
    return value if _is_plain(value) else _plain(value)


def _is_plain(value: JSON) -> bool:
    level, depth = [value], 0
    while level:
        inner: list[JSON] = []
        for item in level:
            kind = type(item)
            if kind is dict:
                inner += [each for each in item.values() if type(each) not in _SHORT]
            elif kind is list:
                inner += [each for each in item if type(each) not in _SHORT]
            elif kind not in _SHORT and (kind is not int or item.bit_length() >= _LONGEST):
                return False
        level, depth = inner, depth + 1
        if depth > DEEPEST:
            return False
    try:
        _encode(value)
    except UnicodeEncodeError:
        return False
    return True


def _plain(value: JSON, depth: int = 0) -> JSON:
    kind = type(value)
    if kind in _PLAIN:
        return value if kind is not int or value.bit_length() < _LONGEST else str(value)
    if kind is str:
        return text(value)
    if kind is Raw:
        found = number(value)
        return str(found) if found in (float("inf"), float("-inf")) else found
    if depth >= DEEPEST:
        return text(encode(value).decode("utf-8", "surrogatepass"))
    if kind is dict:
        return {text(key): _plain(each, depth + 1) for key, each in value.items()}
    return [_plain(each, depth + 1) for each in value]


def text(value: str) -> str:
    """A text in which half a character is the mark of one that cannot be shown."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value
