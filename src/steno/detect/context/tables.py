"""Secrets in the column of a table whose heading says so: Markdown, CSV, TSV and what database clients print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from steno.detect.context.extent import Place
from steno.detect.context.names import Name, Promise, judged
from steno.detect.context.values import secret
from steno.detect.declare import password
from steno.detect.patterns import deferred

_ROWS, _WIDEST, _HEADINGS = 200, 2000, 300
"""How many rows of a table are read, how long a row may be, and the headings before the one that counts."""
_COLUMNS = 40
_BREAK = r"(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)"
_NEXT = deferred(_BREAK)
_END = deferred(_BREAK + r"|\\{0,7}\"[}\])]")
_BEGIN = deferred(r"(?s:.*)(?:\n|\\n|[:\[{(,] ?\\{0,7}\")")
"""Where a line ends, and up to where the last one begins, also within a string of JSON."""
_TAB = deferred(r"\t|\\{1,8}t")
_RULED = deferred(r"[ \t]{0,8}[|+:-][-=+:| \t]{0,200}-")
_CODE = deferred(r"[(){}\[\]=]|: ")
_HEADING = deferred(r"[\w .()/-]{1,40}")
_TOO_LONG = deferred(r"[\w.()/-][\w .()/-]{39}[\w.()/-]")
"""What stands in one cell, and in no heading."""
_HEADINGS_ONLY = deferred(r"[\w .()/|,;\t\"'`*\\-]*+")
"""What headings are made of, and what may stand between and around them."""


_AROUND = " \t\"'`*\\"


class _Table(Struct, frozen=True):
    sign: str
    names: list[Name | None]
    """What each heading promises, from the one on that was matched."""
    place: Place
    end: int
    """Where the line of the headings ends."""


def _cells(text: str, start: int, end: int, sign: str) -> list[tuple[int, int]]:
    """The cells of a line, without the space and the quotes around them."""
    cells, at = [], start
    for cell in text[start:end].split(sign):
        first = at + len(cell) - len(cell.lstrip(_AROUND))
        cells.append((first, max(first, at + len(cell.rstrip(_AROUND)))))
        at += len(cell) + len(sign)
    return cells


def _start(text: str, at: int) -> int:
    """Where the line begins that this place is in, as far back as headings may stand."""
    start = max(0, at - _HEADINGS)
    found = _BEGIN().match(text, start, at)
    return found.end() if found else start


def _end(text: str, at: int, limit: int) -> int:
    found = _END().search(text, at, min(limit, at + _WIDEST))
    return found.start() if found else min(limit, at + _WIDEST)


def _sign(line: str) -> str:
    """What parts the cells of a line: the rarest of the signs that stand in it, which may be escaped."""
    tab = _TAB().search(line)
    return "|" if "|" in line else tab[0] if tab else ";" if ";" in line else ","


def _table(match: re.Match[str]) -> _Table | None:
    """The table whose headings the match stands in, if one of them names a secret."""
    text, at = match.string, match.start()
    limit = min(match.endpos, at + _HEADINGS)
    seen = _HEADINGS_ONLY().match(text, at, limit)
    if seen and seen.end() < limit and text[seen.end()] not in "\r\n":
        # Something stands here that stands in no heading: the line is none of a table, unless it ends before that.
        if "\\" not in seen[0] and '"' not in seen[0]:
            return None
        limit = seen.end() + 1
    ends = _END().search(text, at, limit)
    if ends is None or _TOO_LONG().search(text, at, ends.start()):
        return None
    start = _start(text, at)
    line = text[start : ends.start()]
    sign = _sign(line)
    if sign == "|" and not _RULED().match(text, ends.end(), match.endpos):
        return None
    headings = [heading for cell in line.split(sign) if (heading := cell.strip(_AROUND))]
    if not 2 <= len(headings) <= _COLUMNS or not all(map(_HEADING().fullmatch, headings)):
        return None
    cells = _cells(text, start, ends.start(), sign)
    names = [judged(text[a:b].replace(" ", "_")) if at < b else None for a, b in cells]
    told = [name if name and name.promise is not Promise.VAGUE else None for name in names]
    # A comma and a space part the words of a sentence and the names of a language as well.
    place = Place.VALUE if sign == "," and ", " in line else Place.WORD
    return _Table(sign, told, place, ends.start()) if any(told) else None


def _values(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    table = _table(match)
    if table is None:
        return
    text, limit, at = match.string, match.endpos, table.end
    for number in range(_ROWS):
        begins = _NEXT().match(text, at, limit)
        if begins is None:
            return
        start = begins.end()
        at = _end(text, start, limit)
        if number == 0 and table.sign == "|":
            continue
        if number == 0 and table.sign in ",;" and _CODE().search(text, start, at):
            return
        cells = _cells(text, start, at, table.sign)
        if len(cells) != len(table.names):
            return
        for name, (first, last) in zip(table.names, cells, strict=True):
            if name is None or first == last:
                continue
            if judged(text[first:last]) is not None:
                return  # the headings of another table
            if not _cut(text, last, limit) and secret(text[first:last], name, table.place):
                yield first, last


def _cut(text: str, end: int, limit: int) -> bool:
    return end == limit < len(text)


def _first(match: re.Match[str]) -> tuple[int, int] | None:
    return next(_values(match), None)


def _others(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    return islice(_values(match), 1, None)


_PIPES = "| user | password |\n|---|---|\n"

RULE = password(
    "SEC405 secret-column: The values in a column of a table whose heading names a password, token, key or"
    " secret: Markdown, CSV, TSV, and the tables that clients of databases print. Every row's cell is masked.",
    r"(?:password|passwd|passphrase|pwd|secret|token|api[ _]?key)[\w ()*`\"-]{0,24}+[ \t]{0,40}"
    r"(?:[|,;\t]|\\{1,8}t|\r?\n|(?:\\{1,8}r)?\\{1,8}n)[^\n]{0,300}",
    anchors="password|passwd|passphrase|pwd|secret|token|api key|api_key|apikey",
    more=_others,
    caseless=True,
    inside_words=True,
    extent=_first,
    source="GitHub, GitHub Flavored Markdown, tables; IETF, RFC 4180",
    positives=(
        "| user | password |\n|---|---|\n| admin | Vexing88! |\n",
        "host | db_password | note\n--- | --- | ---\na1 | Vexing88! | old\n",
        "user,password\nadmin,Vexing88!\n",
        "name\tapi_key\nci\t<32>\n",
        " id | user |   token\n----+------+<12 ->\n  1 | ci   | <32>\n(1 row)\n",
    ),
    negatives=(
        _PIPES + "| admin | ******** |\n",
        "| option | password |\n|---|---|\n| type | string |\n",
        "user,password\nif (a, b) { return }\n",
        "the user, password\nand the host, which come first\n",
    ),
)
