"""Values that follow their name after a space: options of command lines, and instructions such as `ENV NAME value`."""

from __future__ import annotations

import re

from steno.detect.context.extent import QUOTE, Place, Value, opened, value_at
from steno.detect.context.names import Family, Name, Promise
from steno.detect.patterns import deferred

AFTER = rf"[ \t]{{1,4}}(?:{QUOTE})?"

_INSTRUCTION = deferred(r"(?:^|[\n;&(\"]|\\n)[ \t]{0,20}(?:ENV|setenv|setx)[ \t]{1,4}\Z")

_SETS = deferred(
    r"\b(?:config(?:ure)?(?::set)? (?:--?[a-z]+ )*(?:set|create|add)?|secrets? set)\b"
    r"[^\n;|&\"'.\[<{]{0,60}(?:\S*[:.])?\Z"
)
"""A command that keeps a setting: `aws configure set NAME value`, `npm config set NAME value`.

It does not reach over a placeholder: what is found must not depend on what was masked before.
"""
_TOLD = deferred(
    r"(?:\b(?:and|with|use|using|has|enter|type)|[,/;&])(?: (?:the|a|this|my|her|his|their|our))? \Z", re.IGNORECASE
)
"""What comes before a name that a sentence gives its value: `log in as admin with password …`."""


_MADE = 20
"""From so many characters on, what follows a name was made by a machine, if it looks like chance."""
_PREFIX = deferred(r"[A-Za-z]{2,12}[_-]")
"""What begins so tells itself, and where it ends."""


def _is_set(text: str, start: int) -> bool:
    """Whether a command or an instruction before a name says that it is set here."""
    before = text[max(0, start - 80) : start]
    if ("config" in before or "secret" in before) and _SETS().search(text, max(0, start - 80), start):
        return True
    near = before[-32:]
    return ("ENV" in near or "set" in near) and _INSTRUCTION().search(text, max(0, start - 32), start) is not None


def value(match: re.Match[str], name: Name) -> tuple[Value, Place] | None:
    text, start = match.string, match.start()
    if (place := _place(match, name)) is None:
        return None
    found = value_at(text, match.end(), match.endpos)
    if found is None or text[found.start] in "-=:|&>":
        return None
    if place is not Place.CODE:
        return found, place
    if name.family is not Family.PASSWORD:
        made = found.end - found.start >= _MADE and not _PREFIX().match(text, found.start)
        return (found, Place.CODE) if made else None
    told = _TOLD().search(text, max(0, start - 32), start) and any(map(str.isdigit, text[found.start : found.end]))
    return found, Place.VALUE if told else Place.CODE


def _place(match: re.Match[str], name: Name) -> Place | None:
    """What may stand behind a name, by what stands before both; None where no value does."""
    text, start, begin = match.string, match.start(), match.end()
    if text[start] == "-" or _is_set(text, start):
        return Place.LITERAL
    if opened(text, begin):
        return Place.WORD
    return Place.CODE if name.promise is Promise.FIRM and begin == match.end("name") + 1 else None
