"""Compressed text in base64 or hexadecimal digits: what `gzip | base64` makes, and zlib's own form."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterator

from steno.detect.patterns import deferred
from steno.detect.views.page import Page, Signs
from steno.detect.views.room import SMALL, TIMES, Room
from steno.detect.views.view import Edit, View, apart, view

_LETTERS = (
    "H4sI",
    *(f"e{second}{third}" for second, thirds in (("J", "wxyz"), ("N", "opqr"), ("A", "EFGH")) for third in thirds),
)
_NUMBERS = ("1f8b08", "1F8B08", "789c", "789C", "78da", "78DA", "7801")
BEGINNINGS = (*_LETTERS, *_NUMBERS)
"""How gzip, and zlib at its usual levels, begin in base64 and in hexadecimal digits."""
BASE64 = rf"(?:{'|'.join(_LETTERS)})[A-Za-z0-9+/_-]{{24}}"
DIGITS = rf"(?:{'|'.join(_NUMBERS)})[0-9a-fA-F]{{34}}"
_SIGNS = Signs({"base64": BASE64, "digits": DIGITS})
_LINES = r"(?:\r?\n[ \t>+-]{{0,8}}{run}{{2,}})*+"
_RUN = "[A-Za-z0-9+/_-]"
_BASE64 = deferred(rf"(?<!{_RUN}){BASE64}{_RUN}*+{_LINES.format(run=_RUN)}={{0,2}}")
_DIGITS = deferred(rf"(?<![A-Za-z0-9]){DIGITS}[0-9a-fA-F]*+{_LINES.format(run='[0-9a-fA-F]')}")
_BREAK = deferred(r"\r?\n[ \t>+-]{0,8}")
_PIECE = 64
_EITHER = 32 + zlib.MAX_WBITS
"""gzip or zlib, as the first bytes say."""


def unzipped(page: Page) -> View | None:
    """Raises `Unscannable` where there is more to see than one can look at."""
    signs = page.shows(_SIGNS)
    if not signs:
        return None
    room = Room(TIMES * len(page.text) + SMALL)
    edits = [edit for match in _BASE64().finditer(page.text) for edit in _edit(match, _from_base64, room)]
    if "digits" in signs:
        edits += [edit for match in _DIGITS().finditer(page.text) for edit in _edit(match, _from_digits, room)]
    return view(page, apart(sorted(edits)))


def _from_base64(code: str) -> tuple[bytes, int]:
    """Its bytes, and how many characters stand for three of them; a last group that was cut in two is left out."""
    bare = code.rstrip("=").replace("-", "+").replace("_", "/")
    whole = bare[: len(bare) - 1] if len(bare) % 4 == 1 else bare
    return base64.b64decode(whole + "=" * (-len(whole) % 4)), 4


def _from_digits(code: str) -> tuple[bytes, int]:
    return bytes.fromhex(code[: len(code) // 2 * 2]), 6


def _edit(match: re.Match[str], decode: Callable[[str], tuple[bytes, int]], room: Room) -> Iterator[Edit]:
    """All of the code is one spelling of what it says, as far as it can be read: an end may be missing or wrong."""
    data, group = decode(_BREAK().sub("", match[0]))
    stream = zlib.decompressobj(_EITHER)
    pieces: list[bytes] = []
    for at in range(0, len(data), _PIECE):
        try:
            piece = stream.decompress(data[at : at + _PIECE], room.left + 1)
        except zlib.error:
            break
        room.take(len(piece))
        pieces.append(piece)
        if stream.eof:
            data = data[: at + _PIECE - len(stream.unused_data)]
            break
    if plain := b"".join(pieces):
        yield Edit(match.start(), _end(match, -(-len(data) // 3) * group), plain.decode("latin-1"))


def _end(match: re.Match[str], size: int) -> int:
    """Where so many characters of the code end, without the line breaks between them."""
    at = match.start()
    for line in _BREAK().split(match[0]):
        gap = _BREAK().match(match.string, at + len(line))
        if size <= len(line) or gap is None:
            break
        size -= len(line)
        at = gap.end()
    return min(at + size, match.end())
