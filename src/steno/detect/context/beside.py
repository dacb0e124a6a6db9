"""The detectors of what only a name tells: one for each kind of name, in every syntax that puts a value beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.detect.context import fields, flags, markup, pairs, prose
from steno.detect.context.extent import Place, Value, whole, words_before
from steno.detect.context.names import Family, Name, Promise, judged
from steno.detect.context.values import secret
from steno.detect.rule import Extent

_AFTER = "|".join(
    f"(?P<{syntax}>{pattern})"
    for syntax, pattern in {
        "block": pairs.BLOCK,
        "entry": pairs.ENTRY,
        "field": fields.AFTER,
        "argument": pairs.ARGUMENT,
        "call": pairs.CALL,
        "prose": prose.AFTER,
        "markup": markup.AFTER,
        "flag": flags.AFTER,
    }.items()
)


BACK = r"[A-Za-z0-9_.-]{0,64}"
"""What of a name may stand before its anchor."""
_NAME = r"(?P<name>[\w.-]{1,104}+)"
PATTERN = rf"{_NAME}(?:{_AFTER})"
"""A name, and what may stand between it and its value."""
_FLAG = deferred(rf"{_NAME}(?P<flag>{flags.AFTER})")


def _values(match: re.Match[str], start: int, name: Name) -> Iterator[tuple[Value, Place]]:
    """What may be the value beside a name.  What reads like a sentence or a tag may have it right behind the name."""
    found = _value(match, start, name)
    if found is not None:
        yield found
    if match.lastgroup in ("prose", "markup") and (again := _FLAG().match(match.string, start, match.endpos)):
        found = flags.value(again, start, name)
        if found is not None:
            yield found


def _value(match: re.Match[str], start: int, name: Name) -> tuple[Value, Place] | None:
    match match.lastgroup:
        case "block":
            return pairs.block(match, start)
        case "entry":
            return pairs.entry(match, start)
        case "argument":
            return pairs.argument(match, start)
        case "call":
            return pairs.only(match)
        case "prose":
            return prose.value(match)
        case "markup":
            return markup.value(match, start)
        case "flag":
            return flags.value(match, start, name)
        case _:
            return fields.value(match, start, name)


def beside(family: Family) -> Extent:
    """Judges the name, then the value beside it; the value alone is masked."""

    def extent(match: re.Match[str]) -> tuple[int, int] | None:
        text = match.string
        start = match.start()
        name = judged(match["name"], words_before(text, start))
        if name is None or name.family is not family:
            return None
        if name.promise is Promise.LIKELY and text[start] == "-":
            name = replace(name, promise=Promise.FIRM)  # an option is there to be given one
        for value, place in _values(match, start, name):
            if secret(text[value.start : value.end], name, place):
                return whole(text, value, match.endpos)
        return None

    return extent
