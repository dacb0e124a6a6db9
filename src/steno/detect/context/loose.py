"""Values that stand right beside a name without a sign of equality: arrows, cells, brackets, the next line, an element.

Much else stands so beside a name.  What is believed here looks like chance, whatever the name says.
"""

from __future__ import annotations

import re

from steno.detect.context.extent import CLOSE, LONGEST, QUOTE, Place, Value, ends_line, value_at
from steno.detect.patterns import deferred

ARROW = rf"{CLOSE}[ \t]{{0,8}}(?:[-=~]{{1,2}}>|<-|\u2192|\xe2\x86\x92|[ \t]-{{1,2}}[ \t])[ \t]{{0,8}}(?:{QUOTE})?"
"""`name -> value`, `name <- "value"`, `name - value`"""
CELL = rf"{CLOSE}[ \t]{{0,40}}[|,;\t][ \t]{{0,40}}(?:{QUOTE})?"
"""`| name | value |`, `name,value`"""
BRACKET = rf"{CLOSE}[ \t]{{0,4}}(?:[:=][ \t]{{0,4}}<|\][ \t]{{1,4}}|[\[(])(?:{QUOTE})?"
"""`name: <value>`, `[name] value`, `name (value)`"""
BELOW = rf"{CLOSE}[ \t]{{0,8}}[:=]?[ \t]{{0,8}}\r?\n[ \t>]{{0,40}}(?:{QUOTE})?"
"""The name, and the value alone on the next line."""
ELEMENT = r"\\{0,7}[\"'](?:[ \t][^<>\n]{0,80}+)?>\s{0,20}(?:<!\[CDATA\[)?"
"""`<string name="name">value</string>`"""
OPTION = (
    rf"(?:\\{{0,7}}[\"'])?[ \t]{{1,4}}(?:--?[\w-]{{1,24}}(?:[ \t=][^\s-]\S{{0,60}})?[ \t]{{1,4}}){{0,3}}?"
    rf"--?(?:body|value|data|secret-string|secret|b|v)[ \t=]{{1,4}}(?:{QUOTE})?"
)
"""`secret set NAME --body value`"""
DEFAULT = (
    r"[`\"]?[ \t]{1,8}[A-Za-z]{2,12}(?:\([0-9]{1,5}\))?(?:[ \t]not[ \t]null)?[ \t]{1,4}default[ \t]{1,4}"
    rf"{QUOTE}"
)
"""`name TEXT DEFAULT 'value'`"""

_MADE = deferred(r"[A-Za-z0-9_+/.~!@#$%^&*-]{6,}={0,2}")
"""What is no code: no bracket, no comma, no argument with its name."""
_NAMES = ("key", "token", "secret", "password", "credentials")
"""What a type or a variable ends with."""
_CONTENT = deferred(rf"(?P<value>[^<>\n\]]{{1,{LONGEST}}}+)(?:\]\]>)?\s{{0,20}}</")
_ATTRIBUTE = deferred(r"\b(?:name|key|id)\s{0,4}=\s{0,4}\\{0,7}[\"']\Z")
_CELL_ENDS = deferred(r"[\"'`*]{0,3}[ \t]{0,40}(?:[|,;\t]|\r?\n|\\{1,8}[nrt]|\Z)")


def value(match: re.Match[str]) -> tuple[Value, Place] | None:
    """What stands behind an arrow, in a bracket or as a default."""
    text = match.string
    found = value_at(text, match.end(), match.endpos)
    if found is None or not _MADE().fullmatch(text, found.start, found.end):
        return None
    return None if text[max(found.start, found.end - 12) : found.end].lower().endswith(_NAMES) else (found, Place.CODE)


def cell(match: re.Match[str]) -> tuple[Value, Place] | None:
    """All of a cell."""
    found = value(match)
    return found if found and _CELL_ENDS().match(match.string, found[0].end, match.endpos) else None


def below(match: re.Match[str]) -> tuple[Value, Place] | None:
    """All of a line."""
    found = value(match)
    return found if found and ends_line(match.string, found[0].end) else None


def option(match: re.Match[str]) -> tuple[Value, Place] | None:
    """What an option takes."""
    found = value_at(match.string, match.end(), match.endpos)
    return (found, Place.WORD) if found else None


def element(match: re.Match[str]) -> tuple[Value, Place] | None:
    """All that an element holds whose attribute is the name."""
    text, start = match.string, match.start()
    if not _ATTRIBUTE().search(text, max(0, start - 24), start):
        return None
    found = _CONTENT().match(text, match.end(), match.endpos)
    return (Value(*found.span("value"), True), Place.VALUE) if found else None
