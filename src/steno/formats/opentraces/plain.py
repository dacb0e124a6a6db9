"""What a program that reads a record can hold: characters, numbers and depth.  Says the same in such a way."""

from __future__ import annotations

import enum
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
_SHORT: Final = frozenset({str, bool, type(None)})
_encode = msgspec.json.Encoder().encode


class Values:
    """The values of one part of a record, made plain."""

    __slots__ = ("_careful", "all_plain")

    def __init__(self, *, careful: bool = True) -> None:
        """Who is not careful has their texts encoded by and by, which fails where there is half a character."""
        self._careful = careful
        self.all_plain = True
        """Whether all encoders spell them in the same way, so that nobody need look through them again."""

    def plain(self, value: JSON) -> JSON:
        """A value without half characters, without numbers that nobody reads, and not nested too deep: what lies deeper
        is written as the text of its JSON.  A value that is so is itself."""
        found = _judged(value, careful=self._careful)
        if found is not _Spelling.ALIKE:
            self.all_plain = False
        return _plain(value) if found is _Spelling.NONE else value

    def text(self, value: str) -> str:
        """The same for a text."""
        return text(value) if self._careful else value


def plain(value: JSON) -> JSON:
    """The same for a value alone."""
    return Values().plain(value)


class _Spelling(enum.Enum):
    ALIKE = "every encoder spells it in the same way, but for its texts"
    SEVERAL = "it is plain, but has a number or a key of which encoders make different things"
    NONE = "it is not plain"


def _judged(value: JSON, *, careful: bool) -> _Spelling:
    found = _Spelling.ALIKE
    level, depth = [value], 0
    while level:
        inner: list[JSON] = []
        for item in level:
            kind = type(item)
            if kind is dict:
                if not "".join(item).isascii():
                    found = _Spelling.SEVERAL  # canonical JSON has an order of its own for some of them
                inner += [each for each in item.values() if type(each) not in _SHORT]
            elif kind is list:
                if not _SHORT.issuperset(map(type, item)):  # most lists hold texts alone
                    inner += [each for each in item if type(each) not in _SHORT]
            elif kind is float:
                if not 1e-3 < abs(item) < 1e15 or item.is_integer():
                    found = _Spelling.SEVERAL
            elif kind not in _SHORT and (kind is not int or item.bit_length() >= _LONGEST):
                return _Spelling.NONE
        level, depth = inner, depth + 1
        if depth > DEEPEST:
            return _Spelling.NONE
    if careful:
        try:
            _encode(value)
        except UnicodeEncodeError:
            return _Spelling.NONE
    return found


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
