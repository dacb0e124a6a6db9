"""Rows of bytes as `xxd`, `hexdump` and `od` print them: an offset, the bytes, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.detect.patterns import deferred
from steno.detect.views.page import Page, Signs
from steno.detect.views.view import Edit, View, view

BYTE = r"(?:[2-7][0-9a-fA-F]|0[9aAdD])"
XXD = rf"[0-9a-fA-F]{{6,8}}: (?:{BYTE}{BYTE} ?){{2}}"
ROWS = rf"[0-9a-fA-F]{{6,8}} {{1,2}}(?:{BYTE} {{1,2}}){{4}}"
WORDS = rf"[0-9a-fA-F]{{6,8}} {{1,2}}(?:{BYTE}{BYTE} {{1,2}}){{3}}"
LETTERS = r"[0-7]{6,7}(?:   [!-~]){3}"
_SIGNS = Signs({"xxd": XXD, "rows": ROWS, "words": WORDS, "letters": LETTERS})

_H = "[0-9a-fA-F]"
_ROW = deferred(
    r"(?:^|(?<=\n))(?P<gutter>[ \t>|+-]{0,8})"
    rf"(?:(?P<offset>{_H}{{6,8}}):[ \t]{{1,2}}(?P<straight>{_H}{{2,4}}(?: {_H}{{2,4}}){{0,15}})"
    rf"|{_H}{{6,8}} {{1,2}}(?P<pairs>{_H}{{2}}(?: {{1,2}}{_H}{{2}}){{0,15}})(?!{_H})"
    rf"|{_H}{{6,8}} {{1,2}}(?P<words>{_H}{{4}}(?: {{1,4}}{_H}{{4}}){{0,7}})(?!{_H})"
    r"|[0-7]{6,7}(?P<letters>(?:   [ -~]|  \\[0abtnvfr]| [0-3][0-7]{2}){1,16}))"
    r"(?P<said>[ \t]{1,60}[|>]?[ -~]{0,18})?[ \t]{0,60}(?:\r?\n|\Z)"
)
_NAMED = {"\\0": "\0", "\\a": "\a", "\\b": "\b", "\\t": "\t", "\\n": "\n", "\\v": "\v", "\\f": "\f", "\\r": "\r"}


def undumped(page: Page) -> View | None:
    if not page.shows(_SIGNS):
        return None
    return view(page, [Edit(*each.span(), _said(each)) for each in _ROW().finditer(page.text)])


def _said(row: re.Match[str]) -> str:
    """What a row says; all of it, the offset too, is one spelling of this."""
    if cells := row["letters"]:
        return "".join(_letters(cells))
    digits = (row["straight"] or row["pairs"] or row["words"]).replace(" ", "")
    data = bytes.fromhex(digits[: len(digits) // 2 * 2])
    if row["words"]:  # two bytes as one number: the low one first
        data = bytes(data[at ^ 1] for at in range(len(data) // 2 * 2))
    return data.rstrip(b"\0").decode("latin-1") if row["words"] else data.decode("latin-1")


def _letters(cells: str) -> Iterator[str]:
    for at in range(0, len(cells), 4):
        cell = cells[at + 1 : at + 4]
        bare = cell.strip()
        yield _NAMED.get(bare) or (chr(int(bare, 8)) if len(bare) == 3 else cell[2])
