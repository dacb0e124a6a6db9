"""Secrets in the column of a table whose heading says so: Markdown, CSV, TSV and what database clients print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from steno.detect.context.extent import Place
from steno.detect.context.names import Name, Promise, judged
from steno.detect.context.values import secret
from steno.detect.rule import detector, fake

_ROWS, _WIDEST, _HEADINGS = 200, 2000, 300
"""How many rows of a table are read, how long a row may be, and the headings before the one that counts."""
_COLUMNS = 40
_BREAK = r"(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)"
_NEXT = re.compile(_BREAK)
_END = re.compile(_BREAK + r"|\\{0,7}\"[}\])]")
_BEGIN = re.compile(r"\n|\\n|[:\[{(,] ?\\{0,7}\"")
"""Where a line ends and begins, also within a string of JSON."""
_RULE = re.compile(r"[-=+:|\s]*-[-=+:|\s]*")
"""The line between the headings and the rows of Markdown and of database clients."""
_TAB = re.compile(r"\t|\\{1,8}t")
_HEADING = re.compile(r"[\w .()/-]{1,40}")


_AROUND = " \t\"'`*\\"


class _Column(NamedTuple):
    sign: str
    number: int
    width: int
    name: Name
    place: Place


def _cells(text: str, start: int, end: int, sign: str) -> list[tuple[int, int]]:
    """The cells of a line, without the space and the quotes around them."""
    cells, at = [], start
    for cell in text[start:end].split(sign):
        first = at + len(cell) - len(cell.lstrip(_AROUND))
        cells.append((first, max(first, at + len(cell.rstrip(_AROUND)))))
        at += len(cell) + len(sign)
    return cells


def _line(text: str, at: int, limit: int) -> tuple[int, int]:
    """Where the line begins and ends that this place is in, within what may be read."""
    start = max(0, at - _HEADINGS)
    for found in _BEGIN.finditer(text, start, at):
        start = found.end()
    return start, _end(text, at, limit)


def _end(text: str, at: int, limit: int) -> int:
    found = _END.search(text, at, min(limit, at + _WIDEST))
    return found.start() if found else min(limit, at + _WIDEST)


def _sign(line: str) -> str:
    """What parts the cells of a line: the rarest of the signs that stand in it, which may be escaped."""
    tab = _TAB.search(line)
    return "|" if "|" in line else tab[0] if tab else ";" if ";" in line else ","


def _column(match: re.Match[str]) -> tuple[_Column, int] | None:
    """The column that the match heads, and where its line ends."""
    text = match.string
    start, end = _line(text, match.start(), match.endpos)
    sign = _sign(text[start:end])
    cells = _cells(text, start, end, sign)
    if len(cells) > _COLUMNS or len([cell for cell in cells if cell[1] > cell[0]]) < 2:
        return None
    index = next((i for i, (a, b) in enumerate(cells) if a <= match.start() < b), None)
    if index is None or not all(_HEADING.fullmatch(text, a, b) for a, b in cells if a < b):
        return None
    heading = text[slice(*cells[index])].replace(" ", "_")
    name = judged(heading)
    if name is None or name.promise is Promise.VAGUE:
        return None
    # A comma and a space part the words of a sentence and the names of a language as well.
    place = Place.VALUE if sign == "," and ", " in text[start:end] else Place.WORD
    return _Column(sign, index, len(cells), name, place), end


def _values(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    found = _column(match)
    if found is None:
        return
    column, at = found
    text, limit = match.string, match.endpos
    for number in range(_ROWS):
        begins = _NEXT.match(text, at, limit)
        if begins is None:
            return
        start = begins.end()
        at = _end(text, start, limit)
        if number == 0 and column.sign == "|" and _RULE.fullmatch(text, start, at):
            continue
        if column.sign in ",;" and number == 0 and not _same(text, start, at, column):
            return
        cells = _cells(text, start, at, column.sign)
        if len(cells) != column.width:
            return
        first, last = cells[column.number]
        if judged(text[first:last]) is not None:
            return  # the headings of another table
        if last > first and not _cut(text, last, limit) and secret(text[first:last], column.name, column.place):
            yield first, last


def _same(text: str, start: int, end: int, column: _Column) -> bool:
    """Whether a line of commas is a row of a table and no code: as many cells, and no sign of a language."""
    line = text[start:end]
    return line.count(column.sign) == column.width - 1 and not re.search(r"[(){}\[\]=]|: ", line)


def _cut(text: str, end: int, limit: int) -> bool:
    return end == limit < len(text)


def _first(match: re.Match[str]) -> tuple[int, int] | None:
    return next(_values(match), None)


def _others(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    return islice(_values(match), 1, None)


_PW = "Vexing" + "88!"
_PIPES = "| user | password |\n|---|---|\n"

RULES = (
    detector(
        "SEC405",
        "secret-column",
        "The values in a column of a table whose heading names a password, token, key or secret: Markdown, CSV, TSV,"
        " and the tables that clients of databases print. Every row's cell is masked.",
        type="password",
        anchors=("password", "passwd", "passphrase", "pwd", "secret", "token", "api key", "api_key", "apikey"),
        pattern=r"(?:password|passwd|passphrase|pwd|secret|token|api[ _]?key)[\w ()*`\"-]{0,24}[ \t]{0,40}"
        r"(?:[|,;\t]|\\{1,8}t|\r?\n|(?:\\{1,8}r)?\\{1,8}n)",
        extent=_first,
        more=_others,
        caseless=True,
        glued=True,
        source="GitHub, GitHub Flavored Markdown, tables; IETF, RFC 4180",
        positives=(
            _PIPES + "| admin | " + _PW + " |\n",
            "host | db_password | note\n--- | --- | ---\na1 | " + _PW + " | old\n",
            "user,password\nadmin," + _PW + "\n",
            "name\tapi_key\nci\t" + fake(32) + "\n",
            " id | user |   token\n----+------+------------\n  1 | ci   | " + fake(32) + "\n(1 row)\n",
        ),
        negatives=(
            _PIPES + "| admin | ******** |\n",
            "| option | password |\n|---|---|\n| type | string |\n",
            "user,password\nif (a, b) { return }\n",
            "the user, password\nand the host, which come first\n",
        ),
    ),
)
