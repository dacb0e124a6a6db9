"""What is said to people and tools about a document, as it may leave: without secrets, and not endlessly long.

A diagnostic quotes what it found: an id, a type, a path, the name of a field.  Whoever put a secret there did not mean
it to stand in a log of a build server.  Every way out takes a `Said`, and only `said` makes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.diagnostics import Diagnostic, Place

LONGEST = 600
_HEAD, _TAIL = 420, 140


class Said(Diagnostic, frozen=True):
    """A diagnostic without secrets."""


def said(diagnostics: Iterable[Diagnostic]) -> list[Said]:
    """The diagnostics as they may leave.  Nothing is loaded where there are none."""
    found = list(diagnostics)
    if not found:
        return []
    from steno.detect.masked import masked  # costs start-up

    texts = masked(text for each in found for text in (each.place.path, each.place.pointer, each.message))
    return [_said(each, texts) for each in found]


def _said(each: Diagnostic, texts: dict[str, str]) -> Said:
    place = each.place
    message = _unnamed(place.pointer, texts[each.message])
    return Said(
        each.code,
        each.severity,
        bounded(message),
        Place(
            texts[place.path], place.line, bounded(texts[place.pointer]), place.offset, place.length, place.column
        ),
        each.count,
    )  # fmt: skip


def record(each: Said) -> dict[str, JSON]:
    """One diagnostic as JSON, with stable names."""
    return {
        "code": each.code,
        "severity": each.severity.value,
        "message": each.message,
        "path": each.place.path,
        "line": each.place.line,
        "column": each.place.column,
        "pointer": each.place.pointer,
        "count": each.count,
    }


_QUOTED = deferred(r"""'([^'\n]{4,})'|"([^"\n]{4,})\"""")


def _unnamed(pointer: str, message: str) -> str:
    """Without what is quoted from a field whose name says that it is a secret."""
    if "'" not in message and '"' not in message:
        return message
    name = next((part for part in reversed(pointer.split("/")) if part and part != "*" and not part.isdigit()), "")
    from steno.detect.context.named import named, telling

    if not name or not telling(name):
        return message

    def hidden(match: re.Match[str]) -> str:
        kind = named(name, match[1] or match[2])
        return match[0] if kind is None else f"{match[0][0]}[REDACTED:{kind}]{match[0][0]}"

    return _QUOTED().sub(hidden, message)


def bounded(text: str) -> str:
    """A text of which only the beginning and the end are shown where it is long, with how much is left out."""
    if len(text) <= LONGEST:
        return text
    left = len(text) - _HEAD - _TAIL
    return f"{text[:_HEAD]}… ({left:,} characters left out) …{text[-_TAIL:]}"


def sentence(text: str) -> str:
    """A line for the user without secrets.  Looked at only where it has room for one: most lines cost nothing."""
    if not any(_SUSPECT().search(each) and not _ID().fullmatch(each) for each in _WORDS().findall(text)):
        return text
    from steno.detect.masked import masked

    return masked([text])[text]


_WORDS = deferred(r"[^\s/,;()<>`]+")
_ID = deferred(
    r"[\"']?(?:[0-9a-fA-F]{8,64}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:\.\w{1,8})*[\"':.]*"
)
_SUSPECT = deferred(
    r"[^.'\"]{16}|[@=]|%[0-9A-Fa-f]{2}|(?i:pass|pwd|secret|token|key|auth|bearer|cred)[\w.-]{0,20}[:=\"']"
)
"""A word that is long, has a part after a sign that names it, or is spelled in another way."""
