"""Backslash escapes of JSON and of programming languages, one level undone."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, view

_ESCAPE = deferred(
    r"""\\(?:\\(?:\\\\)*|["'`/nrtbfe_-]|u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"""
    r"""|(?:u|x|U000|u\{)([0-9a-fA-F]{2,5})\}?|([0-3][0-7]{2}))"""
)
_PAIRS = {"\\" + sign: sign for sign in "\"'`\\/_-"} | {
    "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\b": "\b", "\\f": "\f", "\\e": "\x1b",
}  # fmt: skip
_DIGITS = {"u": (4, 4), "x": (2, 2), "U": (5, 5), "{": (2, 5)}
"""How many digits there are after `\\u`, `\\x`, `\\U000` and `\\u{`."""


def unescaped(page: Page) -> View | None:
    if "\\" not in page.text:
        return None
    return view(page, [edit for match in _ESCAPE().finditer(page.text) if (edit := _edit(match))])


def _edit(match: re.Match[str]) -> Edit | None:
    start, end = match.span()
    if pair := _PAIRS.get(match[0]):
        return Edit(start, end, pair)
    if match.lastindex is None:
        return Edit(start, end, "\\" * ((end - start) // 2), 1, 2)
    high, low, digits, octal = match.groups()
    if high:
        return Edit(start, end, chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00))
    if octal:
        return Edit(start, end, chr(int(octal, 8)))
    return _by_number(match, digits)


def _by_number(match: re.Match[str], digits: str) -> Edit | None:
    braced = match[0].startswith("\\u{")
    least, most = _DIGITS["{" if braced else match[0][1]]
    if len(digits) < least or (braced and not match[0].endswith("}")):
        return None
    character = int(digits[:most], 16)
    end = match.end() if braced else match.start(3) + most
    # Half of a surrogate pair is no character.
    return None if 0xD800 <= character < 0xE000 else Edit(match.start(), end, chr(character))
