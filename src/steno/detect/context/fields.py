"""Values that an equals sign, a colon or an arrow gives a name: settings, JSON, YAML, headers, queries, code."""

from __future__ import annotations

import re

from steno.detect.context.extent import CLOSE, QUOTE, Value, begins_line, ends_line, value_at
from steno.detect.context.names import Name, Promise

_TYPE = r"(?:[A-Za-z_&][A-Za-z0-9_&'<>.|\[\], ?]{0,40})"

AFTER = (
    rf"{CLOSE}(?:[\])]{{1,2}}| \[[^\[\]\n]{{0,24}}\])?[ \t]{{0,40}}(?:"
    rf"(?::[ \t]?{_TYPE}|(?:string|String)|\[[0-9]{{0,4}}\])[ \t]{{0,2}}=[ \t]{{0,2}}{QUOTE}"
    rf"|(?:\|\|=?|\?\?=?|or|\+=|!==?|={{2,3}})[ \t]{{0,8}}{QUOTE}"
    rf"|(?:::?=|\?=|=>|[:=])(?:\*\*)?[ \t]{{0,40}}(?:\*\*)?"
    rf"(?:[|>]-?\n[ \t]{{1,40}}|(?:\\?\r?\n[ \t]{{0,80}})?{QUOTE})?)"
)
"""A closing quote or bracket, a type where a language writes one, the sign, the quote that opens the value."""


def value(match: re.Match[str], start: int, name: Name) -> tuple[Value, bool] | None:
    """The value, and whether only a value can stand there."""
    text, limit = match.string, match.endpos
    found = value_at(text, match.end(), limit)
    if found is None:
        return None
    if found.quoted:
        return found, True
    queried = text[start - 1 : start] in ("?", "&") or text[found.end : found.end + 1] == "&"
    if name.promise is Promise.VAGUE and not queried:
        return None
    sign = text[found.start - 1]
    if name.loud and name.promise is not Promise.FIRM and sign != "=":
        return None  # `PASS: TestName`
    if queried or text[start] == "-" or (sign == "=" and (name.loud or text[start - 1 : start] == ";")):
        return found, True
    return found, begins_line(text, start) and ends_line(text, found.end)
