"""What is searched of an event, and how words are told apart.  Knows no table.

The index splits a text at everything that is no letter and no digit: `src/api.py`, `foo_bar` and a UUID are found as
their parts in a row, whole or by any part.  What it cannot split stands beside the text: the parts of camelCase words.
Scripts that put no space between words are split into characters, and looked for as characters in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.model import Event, Lifecycle, Text, Thought, ToolCall, ToolResult

_CAMEL = deferred(r"\b[A-Za-z]+[a-z0-9][A-Z][A-Za-z0-9]*|\b[A-Z]{2,}[a-z][A-Za-z0-9]*")
_PARTS = deferred(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_UNSPACED = deferred("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_ENCODED = deferred(r"[A-Za-z0-9+/=_-]{512,}")
"""Bytes in letters: a picture, a signature.  No word of it is anything that is looked for."""
_LONG: Final = 512


class Words(NamedTuple):
    text: str
    parts: str
    hash: int
    """Of both: equal words need not be indexed again."""


def words_of(event: Event) -> Words | None:
    """What is searched of an event; None where it holds nothing to read, or only says again what another says."""
    if event.echo_of is not UNSET:
        return None
    text = spaced(event_text(event))
    if not text or text.isspace():
        return None
    parts = " ".join(_parts(text))
    digest = blake2b(text.encode(), digest_size=8)
    return Words(text, parts, int.from_bytes(digest.digest(), "big", signed=True))


def event_text(event: Event) -> str:
    """The words of an event, as they were said."""
    body = event.body
    match body:
        case Text(text=text):
            return text
        case Thought(text=str(text)):
            return text
        case ToolCall():
            return "\n".join((body.tool, *strings(body.arguments)))
        case ToolResult():
            return "\n".join(strings(body.content))
        case Lifecycle(transient=False, text=str(text)):
            return text
        case _:
            return ""


def strings(value: JSON) -> Iterator[str]:
    """The texts in a JSON value, in order."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += reversed(one.values())
        elif isinstance(one, list):
            waiting += reversed(one)


def spaced(text: str) -> str:
    """A text as the index takes it: whole characters only, without encoded bytes, unspaced scripts one by one."""
    if len(text) >= _LONG:
        text = _ENCODED().sub(" ", text)
    if text.isascii():
        return text
    return _UNSPACED().sub(_apart, text.encode("utf-8", "replace").decode())


def _apart(found: re.Match[str]) -> str:
    return f" {found[0]} "


def _parts(text: str) -> Iterator[str]:
    for word in dict.fromkeys(_CAMEL().findall(text)):
        yield from _PARTS().findall(word)
