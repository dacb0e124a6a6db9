"""Text spelled in numbers: hexadecimal digits in one run, or byte by byte with something between; an array."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.letters import WHOLE
from steno.detect.views.page import Page, Signs
from steno.detect.views.view import Edit, View, apart, view

SHORTEST = 24
_BYTE = r"(?:[2-7][0-9a-fA-F]|0[9aAdD])"
RUN = f"{_BYTE}{{{SHORTEST // 2}}}"
PAIRS, QUADS = f"(?:{_BYTE}[ :,-]){{6}}", f"(?:{_BYTE}{_BYTE}[ :,-]){{5}}"
ARRAY = rf"0[xX]{_BYTE}[ \t\r\n]{{0,3}},"
_DECIMAL = "(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6]|9|10|13)"
NUMBERS = f"(?:{_DECIMAL}, ?){{11}}"
_SIGNS = Signs({"run": RUN, "pairs": PAIRS, "quads": QUADS, "array": ARRAY, "numbers": NUMBERS})
_RUNS = deferred(f"{_BYTE}{{{SHORTEST // 2},}}")
_SPACES = deferred(
    "|".join(f"{_BYTE}{{{size}}}(?:{space}{_BYTE}{{{size}}}){{5,}}" for size in (1, 2) for space in " :,-")
)
_ARRAY = deferred(rf"0[xX]{_BYTE}(?:[ \t\r\n]{{0,3}},[ \t\r\n]{{0,40}}0[xX]{_BYTE}){{{SHORTEST // 2 - 1},}}")
_NUMBERS = deferred(rf"(?<![0-9.]){_DECIMAL}(?:,[ \t\r\n]{{0,40}}{_DECIMAL}){{11,}}(?![0-9.])")
_NUMBER = deferred(r"([0-9]{1,3})(?:,[ \t\r\n]{0,40})?")
_EACH = deferred(rf"(?:0[xX])?({_BYTE})[ \t\r\n:,-]{{0,44}}")


def unhexed(page: Page) -> View | None:
    found: list[Edit] = []
    signs = page.shows(_SIGNS)
    if "run" in signs:
        found += [_run(match) for match in _RUNS().finditer(page.text)]
    if "array" in signs:
        found += [edit for match in _ARRAY().finditer(page.text) for edit in _bytes(match)]
    if "pairs" in signs or "quads" in signs:
        found += [edit for match in _SPACES().finditer(page.text) for edit in _bytes(match)]
    if "numbers" in signs:
        found += [edit for match in _NUMBERS().finditer(page.text) for edit in _numbers(match)]
    return view(page, apart(sorted(found)))


def _run(match: re.Match[str]) -> Edit:
    plain = bytes.fromhex(match[0]).decode("latin-1")
    return Edit(*match.span(), plain) if len(match[0]) <= WHOLE else Edit(*match.span(), plain, 1, 2)


def _numbers(match: re.Match[str]) -> list[Edit]:
    each = _NUMBER().finditer(match.string, *match.span())
    return [Edit(number.start(), number.end(), chr(int(number[1]))) for number in each]


def _bytes(match: re.Match[str]) -> list[Edit]:
    if sum(character in "0123456789abcdefABCDEF" for character in match[0]) < SHORTEST:
        return []
    each = _EACH().finditer(match.string, *match.span())
    return [Edit(byte.start(), byte.end(), chr(int(byte[1], 16))) for byte in each]
