"""Compressed text in base64 or hexadecimal digits: what `gzip | base64` makes, and zlib's own form."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator

from steno.detect.views.page import Page, Signs
from steno.detect.views.room import SMALL, TIMES, Room
from steno.detect.views.view import Edit, View, view

_LETTERS = ("H4sI", *(f"e{second}{third}" for second, thirds in (("J", "wxyz"), ("N", "opqr"), ("A", "EFGH")) for third in thirds))
_NUMBERS = ("1f8b08", "1F8B08", "789c", "789C", "78da", "78DA", "7801")
BEGINNINGS = (*_LETTERS, *_NUMBERS)
"""How gzip, and zlib at its usual levels, begin in base64 and in hexadecimal digits."""
BASE64 = rf"(?:{'|'.join(_LETTERS)})[A-Za-z0-9+/_-]{{24}}"
DIGITS = rf"(?:{'|'.join(_NUMBERS)})[0-9a-fA-F]{{34}}"
_SIGNS = Signs({"base64": BASE64, "digits": DIGITS})
_BASE64 = re.compile(rf"(?<![A-Za-z0-9+/_-]){BASE64}[A-Za-z0-9+/_-]*={{0,2}}")
_DIGITS = re.compile(rf"(?<![A-Za-z0-9]){DIGITS}[0-9a-fA-F]*")
_PIECE = 64
_EITHER = 32 + zlib.MAX_WBITS
"""gzip or zlib, as the first bytes say."""


def unzipped(page: Page) -> View | None:
    """Raises `Unscannable` where there is more to see than one can look at."""
    signs = page.shows(_SIGNS)
    if not signs:
        return None
    room = Room(TIMES * len(page.text) + SMALL)
    edits = [edit for match in _BASE64.finditer(page.text) for edit in _edit(match, _from_base64(match[0]), room)]
    if "digits" in signs:
        edits += [edit for match in _DIGITS.finditer(page.text) for edit in _edit(match, _from_digits(match[0]), room)]
    return view(page, sorted(edits))


def _from_base64(code: str) -> bytes:
    bare = code.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(bare[: len(bare) // 4 * 4] + _rest(bare))


def _rest(bare: str) -> str:
    """The last group, where it is one and was not cut in two."""
    return bare[len(bare) // 4 * 4 :] + "=" * (-len(bare) % 4) if len(bare) % 4 > 1 else ""


def _from_digits(code: str) -> bytes:
    return bytes.fromhex(code[: len(code) // 2 * 2])


def _edit(match: re.Match[str], data: bytes, room: Room) -> Iterator[Edit]:
    """All of the code is one spelling of what it says, as far as it can be read: an end may be missing or wrong."""
    stream = zlib.decompressobj(_EITHER)
    pieces: list[bytes] = []
    for at in range(0, len(data), _PIECE):
        try:
            piece = stream.decompress(data[at : at + _PIECE], room.left + 1)
        except zlib.error:
            break
        room.take(len(piece))
        pieces.append(piece)
    if plain := b"".join(pieces):
        yield Edit(*match.span(), plain.decode("latin-1"))
