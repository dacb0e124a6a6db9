"""Values that stand beside a quoted name: the two arguments of a call, and the name and the value of one entry."""

from __future__ import annotations

import re

from steno.detect.context.extent import QUOTE, Place, Value, opened, value_at
from steno.detect.patterns import deferred

ARGUMENT = rf"""\\{{0,7}}["'][ \t]{{0,4}},\s{{0,40}}{QUOTE}"""
"""`("name", "value")`"""

CALL = rf"[({{][ \t]{{0,4}}{QUOTE}"
"""`password("value")`, `password{"value"}`"""

BLOCK = (
    r"""\\{0,7}["'][ \t]{0,8}\{(?:\s|\\{1,8}n)(?:[^{}]{0,400}?(?:\s|\\{1,8}n))??"""
    rf"""(?:\s|\\{{1,8}}t){{0,40}}(?:default|value)[ \t]{{0,40}}=[ \t]{{0,8}}{QUOTE}"""
)
"""`variable "name" { default = "value" }` of Terraform and its kin."""

ENTRY = (
    r"""(?:\\{0,7}["'])?(?:[ \t]{0,8},)?(?:\s|\\{1,8}n){0,40}(?:\\{0,7}["'])?"""
    rf"""(?:string)?value(?:\\{{0,7}}["'])?[ \t]{{0,8}}[:=][ \t]{{0,8}}(?:{QUOTE})?"""
)
"""`name: NAME` and below it `value: …`, in YAML, JSON or an XML attribute."""

_CLOSED = deferred(r"""\\{0,7}["'`]\s{0,8}[)\]}]""")


def argument(match: re.Match[str]) -> tuple[Value, Place] | None:
    """Of a pair that has two members and no more: a longer list is one of names."""
    text, limit = match.string, match.endpos
    if not opened(text, match.start()):
        return None
    found = value_at(text, match.end(), limit)
    return (found, Place.WORD) if found and _CLOSED().match(text, found.end, limit) else None


def only(match: re.Match[str]) -> tuple[Value, Place] | None:
    """Of a call with one argument."""
    found = value_at(match.string, match.end(), match.endpos)
    return (found, Place.WORD) if found and _CLOSED().match(match.string, found.end, match.endpos) else None


_DECLARED = deferred(r"(?:variable|output|local|parameter)[ \t]{1,8}\\{0,7}[\"']\Z")


def block(match: re.Match[str]) -> tuple[Value, Place] | None:
    text, start = match.string, match.start()
    if not _DECLARED().search(text, max(0, start - 24), start):
        return None
    found = value_at(text, match.end(), match.endpos)
    return (found, Place.WORD) if found else None


_NAMED = deferred(r"""(?:name|key)(?:\\{0,7}["'])?[ \t]{0,8}[:=][ \t]{0,8}(?:\\{0,7}["'])?\Z""", re.IGNORECASE)


def entry(match: re.Match[str]) -> tuple[Value, Place] | None:
    text, start = match.string, match.start()
    if not _NAMED().search(text, max(0, start - 40), start):
        return None
    found = value_at(text, match.end(), match.endpos)
    return (found, Place.WORD) if found else None
