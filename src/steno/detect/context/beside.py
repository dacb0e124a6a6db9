"""The detectors of what only a name tells: one for each kind of name, in every syntax that puts a value beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from steno.detect.context import fields, flags, loose, markup, pairs, prose
from steno.detect.context.extent import Place, Value, whole, words_before
from steno.detect.context.names import Family, Name, Promise, judged
from steno.detect.context.values import secret
from steno.detect.patterns import deferred
from steno.detect.rule import Extent

_SYNTAXES = {
    "block": pairs.BLOCK,
    "entry": pairs.ENTRY,
    "field": fields.AFTER,
    "argument": pairs.ARGUMENT,
    "call": pairs.CALL,
    "prose": prose.AFTER,
    "markup": markup.AFTER,
    "element": loose.ELEMENT,
    "default": loose.DEFAULT,
    "option": loose.OPTION,
    "arrow": loose.ARROW,
    "cell": loose.CELL,
    "bracket": loose.BRACKET,
    "below": loose.BELOW,
    "flag": flags.AFTER,
}
"""What may stand between a name and its value.  The first that fits counts ..."""
_AFTERWARDS = ("element", "default", "option", "arrow", "cell", "bracket", "below", "flag")
"""... but of these, which are believed least, the first in which there is a secret."""

BACK = r"[A-Za-z0-9_.-]{0,64}"
"""What of a name may stand before its anchor."""
_NAME = r"(?P<name>[\w.-]{1,104}+)"
_ALL = "|".join(f"(?P<{syntax}>{pattern})" for syntax, pattern in _SYNTAXES.items())
PATTERN = rf"{_NAME}(?:{_ALL})"
"""A name, and what may stand between it and its value."""
_AGAIN = deferred(
    rf"{_NAME}(?:" + "|".join(f"(?P<{syntax}>{_SYNTAXES[syntax]})" for syntax in _AFTERWARDS) + ")",
    re.ASCII | re.IGNORECASE,
)
_FLAG = deferred(rf"{_NAME}(?P<flag>{flags.AFTER})", re.ASCII | re.IGNORECASE)
_CHANCE = deferred(r"[0-9!@#$%^&*]")
_NEAR = 160
"""What looks like chance has one of these; so near to a name is what stands beside it."""


_VALUES: dict[str, Callable[[re.Match[str]], tuple[Value, Place] | None]] = {
    "block": pairs.block,
    "entry": pairs.entry,
    "argument": pairs.argument,
    "call": pairs.only,
    "prose": prose.value,
    "markup": markup.value,
    "element": loose.element,
    "default": loose.value,
    "option": loose.option,
    "arrow": loose.value,
    "cell": loose.cell,
    "bracket": loose.value,
    "below": loose.below,
}
"""What stands beside a name, by the syntax that put it there ..."""
_VALUES_OF: dict[str, Callable[[re.Match[str], Name], tuple[Value, Place] | None]] = {
    "field": fields.value,
    "flag": flags.value,
}
"""... and by what the name promises."""


def _value(match: re.Match[str], name: Name) -> tuple[Value, Place] | None:
    syntax = match.lastgroup or ""
    return _VALUES_OF[syntax](match, name) if syntax in _VALUES_OF else _VALUES[syntax](match)


def _matches(match: re.Match[str]) -> Iterator[re.Match[str]]:
    """The match, and those of the syntaxes that are asked afterwards.

    What stands behind a name begins in one way; only a value right behind it may be taken for something else.
    """
    yield match
    last = match.lastgroup
    if last == _AFTERWARDS[-1]:
        return
    text, start, end = match.string, match.start(), match.endpos
    name = match.end("name")
    if not _CHANCE().search(text, name, min(end, name + _NEAR)):
        return
    if last not in _AFTERWARDS and (again := _AGAIN().match(text, start, end)):
        last = again.lastgroup
        yield again
    if last != _AFTERWARDS[-1] and (again := _FLAG().match(text, start, end)):
        yield again


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
        for each in _matches(match):
            found = _value(each, name)
            if found and secret(text[found[0].start : found[0].end], name, found[1]):
                return whole(text, found[0], match.endpos)
        return None

    return extent
