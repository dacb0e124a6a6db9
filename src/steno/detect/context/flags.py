"""Values that follow their name after a space: options of command lines, and instructions such as `ENV NAME value`."""

from __future__ import annotations

import re

from steno.detect.context.extent import QUOTE, Value, value_at
from steno.detect.context.names import Family, Name, Promise

AFTER = rf"[ \t]{{1,4}}(?:{QUOTE})?"

_INSTRUCTION = re.compile(r"(?:^|[\n;&(\"]|\\n)[ \t]{0,20}(?:ENV|setenv|setx)[ \t]{1,4}\Z")


def value(match: re.Match[str], start: int, name: Name) -> tuple[Value, bool] | None:
    text = match.string
    found = value_at(text, match.end(), match.endpos)
    if found is None or text[found.start] in "-=:|&>":
        return None
    if text[start] == "-" or _INSTRUCTION.search(text, max(0, start - 32), start):
        return found, True
    if found.quoted:
        return found, True
    said = name.family is Family.PASSWORD and name.promise is Promise.FIRM
    return (found, False) if said and found.start == match.end("name") + 1 else None
