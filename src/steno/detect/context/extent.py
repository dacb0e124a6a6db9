"""What stands before a name, and where the value beside it ends.  Knows quotes and lines, not what is a secret."""

from __future__ import annotations

import enum
import re

from msgspec import Struct

from steno.detect.patterns import deferred, ready

LONGEST = 512
"""How much of a value is read before it is judged."""

CLOSE = r"""(?:\\{0,7}["'`])?(?:\*\*)?"""
"""The end of a quoted or emphasised name."""
QUOTE = r"""(?:String\.raw|[BbRrUu@LN]{0,2})\\{0,7}["'`]"""
"""The beginning of a quoted value, with the prefixes of several languages."""
OPENING = r"""(?:String\.raw|[BbRrUu@LN]{0,2})\\{0,7}(?:\"\"\"|'''|["'`])"""
"""The same, also with three quotes."""


class Place(enum.IntEnum):
    """What can stand where a value stands."""

    CODE = 0
    """An identifier as well."""
    VALUE = 1
    """Nothing but a value, or a word about one."""
    WORD = 2
    """A value, which may be a word of the language: between quotes, in a line of YAML."""
    LITERAL = 3
    """A value as it is: what the shell assigns, what a command takes."""


class Value(Struct, frozen=True):
    start: int
    end: int
    quoted: bool


_WORDS_BEHIND = deferred(r"(?: [A-Za-z0-9]{0,15}[A-Za-z]){1,3}", re.ASCII)
"""Up to three words, each with the space behind it, from the last character to the first: so nothing is searched."""


def words_before(text: str, start: int) -> str:
    """The words before a name that is written with spaces, as in `Mistral API key`."""
    if start == 0 or text[start - 1] != " ":
        return ""
    found = _WORDS_BEHIND().match(text[max(0, start - 40) : start][::-1])
    if found is None:
        return ""
    first = start - found.end()
    # The letter of an escape, as in `\\napi key`, belongs to no word.
    escaped = first > 0 and text[first - 1] == "\\" and text[first] in "nrt"
    return text[first + escaped : start]


_LINE = deferred(
    r"(?:\A|\n|\\n|\\r|[:,\[{] ?\\{0,7}\")(?:[ \t+>#|*$-]|\\t){0,40}"
    r"(?:[0-9]{1,6}(?:[\t:|→ -]|\\t){1,8})?"
    r"(?:(?:export|set|setx|env|ENV|ARG|declare -x|-e|echo)[ \t]{1,4})?(?:\\{0,7}[\"'$])?\Z"
)


def begins_line(text: str, start: int) -> bool:
    """Whether nothing but indentation, a gutter or `export` stands before it in its line, or in its string of JSON."""
    low = max(0, start - 64)
    found = _LINE().search(text, low, start)
    return found is not None and (found.start() > low or low == 0 or text[low] == "\n")


_END_OF_LINE = deferred(r"[ \t]{0,8}(?:\Z|[\r\n]|\\{1,8}[nr]|\\{0,7}[\"']|[ \t]#)")


def ends_line(text: str, end: int) -> bool:
    return _END_OF_LINE().match(text, end) is not None


_INSIDE = {quote: ready(rf"[^{quote}\\\n]*+(?:\\.[^{quote}\\\n]*+)*+") for quote in "\"'`"}
_BARE = deferred(r"[^\s\"'`<>\\]*+(?:\\[^nrtu\"'`\\\s][^\s\"'`<>\\]*+)*+")
_STRING_ENDS = deferred(r"\"[,}\]]")
_CUT = deferred(r"[&;,|](?=[\w.-]{1,40}[=:])|[)\]}]|&(?:quot|apos|lt|gt|#39|#34|#x2[27]|#x3[ce]);", re.IGNORECASE)
_END = ".,;:|"


def opened(text: str, start: int) -> str:
    """The quote, with the backslashes before it, that ends right before this place; empty where none does."""
    if start == 0 or text[start - 1] not in "\"'`":
        return ""
    first = start - 1
    while first > 0 and start - first < 8 and text[first - 1] == "\\":
        first -= 1
    return text[first:start]


def value_at(text: str, start: int, limit: int) -> Value | None:
    """The value that begins here, after its quote where it has one; at most the first `LONGEST` characters of it.

    None where the limit cuts it and the text goes on: there another finding begins, and what is left of the value is
    no longer what its author wrote.
    """
    quote = opened(text, start)
    end = _end(text, start, min(limit, start + LONGEST), quote)
    if end == start or end == limit < len(text):
        return None
    if not quote:
        end = _trimmed(text, start, end)
    return Value(start, end, bool(quote)) if end > start else None


def _end(text: str, start: int, limit: int, quote: str) -> int:
    """Where a value stops that began after this quote, or after none."""
    if len(quote) > 1:
        end = text.find(quote, start, limit)
        return limit if end < 0 else end
    found = (_INSIDE[quote] if quote else _BARE()).match(text, start, limit)
    if found is None:
        return start
    # A quote that is never closed ends with the string of JSON that it stands in.
    ends = _STRING_ENDS().search(text, start, found.end()) if quote in ("'", "`") else None
    return ends.start() if ends else found.end()


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a bare value, without what cannot belong to it: the next field, a bracket, a full stop, emphasis."""
    if text.startswith("**", start - 2) and (bold := text.find("**", start, end)) > start:
        end = bold
    if cut := _CUT().search(text, start, end):
        end = cut.start()
    while end > start and text[end - 1] in _END:
        end -= 1
    return end


def whole(text: str, value: Value, limit: int) -> tuple[int, int]:
    """All of a value, also where it is so long that a part was read to judge it."""
    if value.end - value.start < LONGEST:
        return value.start, value.end
    return value.start, _end(text, value.end, limit, opened(text, value.start))
