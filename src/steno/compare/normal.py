"""Spells a text so that two runs of one task can be compared: without the names that every run has anew.

Paths count from the folder in which the run began; ids, times, and the names of temporary files are marks.  Nothing
else changes: what is left over is a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from steno.base.canonical import NotCanonical, canonical
from steno.base.exact import JSON, encode
from steno.base.patterns import deferred
from steno.model import Trace
from steno.model.calls import as_object
from steno.model.walk import map_tree

_NEW = deferred(
    r"(?P<id>\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"
    r"|\b[0-9a-f]{40}\b"
    r"|\b(?:toolu|call|msg|resp|req|chatcmpl)[_-][A-Za-z0-9]{8,64}\b"
    r"|\b0x[0-9a-f]{8,16}\b"
    r"|\b(?:[Cc]hunk|[Ss]ession|[Pp]rocess|[Rr]equest) ID:? [0-9a-f]{4,64}\b)"
    r"|(?P<time>\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b)"
    r"|(?P<temp>(?:/private)?/(?:tmp|var/tmp|var/folders/\w{1,8}/\w{1,64}/T)/[\w.+-]{1,255})"
    r"|(?P<home>/(?:home|Users)/[\w.-]{1,64}(?=/|\b))"
    r"|(?P<took>\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|µs|s|secs?|seconds?)\b)"
)
_MARKS = {"id": "<id>", "time": "<time>", "temp": "<temp>", "home": "~", "took": "<time>"}


class Normal:
    """Spells the texts of one trace."""

    def __init__(self, trace: Trace) -> None:
        roots = sorted(_roots(trace), key=len, reverse=True)
        # A folder is meant only where its name ends: `/srv/garden` is no part of `/srv/garden-2`.
        every = "|".join(map(re.escape, roots))
        self._roots = re.compile(rf"(?<![\w./-])(?:{every})(?:/|(?![\w.-]))") if roots else None

    def relative(self, text: str) -> str:
        """The text with paths that count from the folder of the run."""
        if self._roots is None:
            return text
        return self._roots.sub(lambda found: "" if found.group().endswith("/") else ".", text)

    def text(self, text: str) -> str:
        text = self.relative(text)
        return _NEW().sub(lambda found: _MARKS[str(found.lastgroup)], text)

    def value(self, value: JSON) -> bytes:
        """A JSON value, each string of it as `text` spells it, whatever the order of its keys."""
        return exactly(map_tree(value, self.text))

    def arguments(self, arguments: JSON) -> bytes:
        """The arguments of a call, however they were kept."""
        return self.value(as_object(arguments) or arguments)


def exactly(value: JSON) -> bytes:
    """One spelling of each JSON value, nothing where there is none."""
    try:
        return b"" if value is UNSET else canonical(value, exact=True)
    except NotCanonical:  # a number that no double holds
        return encode(value)


def _roots(trace: Trace) -> set[str]:
    """The folder in which the run began, and those that it went to outside of it."""
    found: set[str] = set()
    for folder in _folders(trace):
        whole = folder.rstrip("/")
        if whole.count("/") + whole.count("\\") > 1 and not any(whole.startswith(f"{root}/") for root in found):
            found.add(whole)
    return found


def _folders(trace: Trace) -> Iterable[str]:
    stated = trace.header.environment.get("cwd")
    yield from _texts(stated if isinstance(stated, list) else [stated])
    yield from dict.fromkeys(_texts(event.signs.cwd for event in trace.events))


def _texts(values: Iterable[object]) -> Iterator[str]:
    return (value for value in values if isinstance(value, str))
