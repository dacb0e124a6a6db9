"""Values that an equals sign, a colon or an arrow gives a name: settings, JSON, YAML, headers, queries, code."""

from __future__ import annotations

import re

from steno.detect.context.extent import CLOSE, OPENING, QUOTE, Place, Value, begins_line, ends_line, value_at
from steno.detect.context.names import Name, Promise
from steno.detect.patterns import deferred

_TYPE = r"(?:[A-Za-z_&][A-Za-z0-9_&'<>.|\[\], ?]{0,40})"

AFTER = (
    rf"{CLOSE}(?:[\])]{{1,2}}| \[[^\[\]\n]{{0,24}}\])?[ \t]{{0,40}}(?:"
    rf"(?::[ \t]?{_TYPE}|(?:string|String)|\[[0-9]{{0,4}}\])[ \t]{{0,2}}=[ \t]{{0,2}}{OPENING}"
    rf"|(?:\|\|=?|\?\?=?|or|\+=|!==?|={{2,3}})[ \t]{{0,8}}{QUOTE}"
    rf"|(?:::?=|\?=|=>|[:=])(?:\*\*)?[ \t]{{0,40}}(?:\*\*)?"
    rf"(?:[|>][-+0-9]{{0,2}}[ \t]{{0,8}}\r?\n[ \t]{{1,40}}|{OPENING}|\\?\r?\n[ \t]{{0,80}}{QUOTE})?)"
)
"""A closing quote or bracket, a type where a language writes one, the sign, the quote that opens the value."""


_START = r"(?:\A|[\n\r]|\\[nr]|[:,\[{] ?\\{0,7}\")"
"""Where a line begins, or a string of JSON."""
_COLUMN = deferred(rf"{_START}(?:(?:export|set|[$>+-])[ \t])?[\w.-]{{1,104}}\Z")
_SECTION = deferred(r"(?:\A|\n)\[[\w .:/\"-]{1,60}\][ \t]*\r?\n(?:[^\n]{0,120}\n){0,12}[^\n]{0,4}\Z")
_ARGUMENTS = deferred(rf"{_START}[ \t]{{0,40}}[$\w./-][^\n(){{}}]{{2,190}}(?:[ ,=;:]|-[eD])[\"']?\Z")
"""A line of arguments before `name=value`, and no call of a language."""
_NEAR = 1000


def value(match: re.Match[str], name: Name) -> tuple[Value, Place] | None:
    """The value, and what can stand there."""
    text, start, limit = match.string, match.start(), match.endpos
    found = value_at(text, match.end(), limit)
    if found is None:
        return None
    if found.quoted:
        return found, Place.WORD
    queried = text[start - 1 : start] in ("?", "&") or text[found.end : found.end + 1] == "&"
    if name.promise is Promise.VAGUE and not queried:
        return None
    sign = text[found.start - 1]
    if name.loud and name.promise is not Promise.FIRM and sign != "=":
        return None  # `PASS: TestName`
    if sign == "=" and name.loud:
        return found, Place.LITERAL
    alone = begins_line(text, start) and ends_line(text, found.end)
    if alone and _settings(text, match, found):
        return found, Place.LITERAL
    if text[start] == "-" or (sign == "=" and _ARGUMENTS().search(text, max(0, start - 200), start)):
        return found, Place.WORD
    if queried or (sign == "=" and text[start - 1 : start] == ";"):
        return found, Place.WORD
    if not alone:
        return found, Place.CODE
    yaml = ":" in text[match.end("name") : found.start] and text[found.start].islower()
    return found, Place.WORD if yaml else Place.VALUE


def _settings(text: str, match: re.Match[str], found: Value) -> bool:
    """Whether the line is one of settings and of no language: a block of YAML, `name=value` from the first column on,
    a line below the title of a section."""
    if "\n" in text[match.end("name") : found.start]:
        return True
    if text[found.start - 1] == "=":
        low = max(0, match.end("name") - 120)
        return _COLUMN().search(text, low, match.end("name")) is not None
    start = match.start()
    return ":" not in text[match.end("name") : found.start] and bool(
        _SECTION().search(text, max(0, start - _NEAR), start)
    )
