"""Values between the tags of an element that bears the name: XML and HTML."""

from __future__ import annotations

import re

from steno.detect.context.extent import LONGEST, Place, Value
from steno.detect.patterns import deferred

AFTER = r"(?:[ \t][^<>\n]{0,80}+)?>\s{0,20}"

_CONTENT = deferred(rf"(?:<!\[CDATA\[)?(?P<value>[^<>\n\]]{{1,{LONGEST}}}+)(?:\]\]>)?\s{{0,20}}</")


def value(match: re.Match[str]) -> tuple[Value, Place] | None:
    text, start = match.string, match.start()
    if text[start - 1 : start] not in ("<", ":"):
        return None
    found = _CONTENT().match(text, match.end(), match.endpos)
    return (Value(*found.span("value"), True), Place.WORD) if found else None
