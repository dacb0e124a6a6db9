"""What is searched of a text, and how words are told apart.  Knows no event and no table.

The index splits a text at everything that is no letter and no digit: `src/api.py`, `foo_bar` and a UUID are found as
their parts in a row, whole or by any part.  What it cannot split stands beside the text: the parts of camelCase words.
Scripts that put no space between words are split into characters, and looked for as characters in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.base.patterns import deferred

if TYPE_CHECKING:
    from hashlib import blake2b

_PARTS = deferred(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_UNSPACED = deferred("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LONG: Final = 512
_ENCODED = deferred(f"[A-Za-z0-9+/=_-]{{{_LONG},}}")
"""Bytes in letters: a picture, a signature.  No word of it is anything that is looked for."""

_COLOURS = deferred(r"\x1b\[[0-9;:?]*[A-Za-z]")
"""What a program prints to colour words; it would stick to them."""

_SMALL, _LARGE = b"abcdefghijklmnopqrstuvwxyz0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# A text is looked through as a text of kinds: to find two kinds side by side is ten times as fast as a pattern.
_CASES: Final = bytes(b"s"[0] if each in _SMALL else b"L"[0] if each in _LARGE else b"."[0] for each in range(256))
_HUMPS: Final = (b"sL", b"LLs")
"""`fooBar` and `HTTPServer`."""
_SIGNS: Final = bytes(b"x"[0] if each in _SMALL + _LARGE + b"+/=_-" else b"."[0] for each in range(256))
_RUN: Final = b"x" * _LONG
_LONGEST: Final = 8000
"""The index takes words of 32,768 bytes."""


class Words(NamedTuple):
    text: str
    parts: str
    hash: int
    """Of both: equal words need not be indexed again."""
    is_loose: bool
    """Whether the index lacks some of the text, apart from colours."""


def words(text: str) -> Words | None:
    """What is searched of a text; None where there is nothing to read in it."""
    told = spaced(text)
    if not told or told.isspace():
        return None
    data = told.encode()
    is_changed = is_loose(text) if told is not text and told != text else False
    return Words(told, " ".join(_parts(data)), _number(data), is_changed or (not text.isascii() and is_loose(text)))


def is_loose(text: str) -> bool:
    """Whether the index lacks some of a text: bytes in letters, or the end of a word that is longer than it takes."""
    if len(text) < _LONG:
        return False
    if text.isascii():
        return _RUN in text.encode().translate(_SIGNS)
    return (
        _RUN in text.encode("utf-8", "replace").translate(_SIGNS) or max(map(len, text.split()), default=0) > _LONGEST
    )


def hash_of(text: str) -> int | None:
    """The hash of the words of a text alone."""
    text = spaced(text)
    return None if not text or text.isspace() else _number(text.encode())


def hashed(text: str) -> int:
    """A number of 64 bits for a text."""
    return _number(text.encode("utf-8", "surrogatepass"))


def _number(data: bytes) -> int:
    return int.from_bytes(_blake2b()(data, digest_size=8).digest(), "big", signed=True)


@cache
def _blake2b() -> Callable[..., blake2b]:
    from hashlib import blake2b  # costs start-up, and a search that finds little hashes nothing

    return blake2b


def strings(value: object) -> Iterator[str]:
    """The texts in a JSON value, in order."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += reversed(one.values())
        elif isinstance(one, list):
            waiting += reversed(one)


def called(tool: str, arguments: object) -> str:
    """The words of a call."""
    return "\n".join((tool, *strings(arguments)))


def returned(content: object) -> str:
    """The words of what came back."""
    return "\n".join(strings(content))


def spaced(text: str) -> str:
    """A text as the index takes it: without half characters, colours and encoded bytes, unspaced scripts one by one."""
    if "\x1b" in text:
        text = _COLOURS().sub(" ", text)
    if not text.isascii():
        text = _UNSPACED().sub(_apart, text.encode("utf-8", "replace").decode())
    if len(text) >= _LONG and _RUN in text.encode().translate(_SIGNS):
        text = _ENCODED().sub(" ", text)
    return text


def _apart(found: re.Match[str]) -> str:
    return f" {found[0]} "


def _parts(data: bytes) -> Iterator[str]:
    """The parts of the words in which a small letter stands before a large one, each word once."""
    kinds = data.translate(_CASES)
    words = dict[bytes, None]()
    for hump in _HUMPS:
        at = kinds.find(hump)
        while at >= 0:
            end = kinds.find(b".", at)
            end = len(data) if end < 0 else end
            words[data[kinds.rfind(b".", 0, at) + 1 : end]] = None
            at = kinds.find(hump, end)
    for word in words:
        yield from (part.decode() for part in _PARTS().findall(word))
