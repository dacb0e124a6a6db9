"""Puts the beginning of a log, which stands in another one, before it."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from steno.contracts import Code
from steno.diagnostics import Severity
from steno.model import Trace
from steno.model.merge import merged, moved

ABSENT = Code(
    "SRC021",
    "beginning-not-found",
    "A log says that its beginning stands in another file, which is not there or cannot be read. Steno reads what is "
    "there: the conversation is not whole.",
    Severity.WARNING,
)
CODES = (ABSENT,)


def prefix(trace: Trace, before: Trace, length: int, name: str) -> Trace:
    """A trace that begins with some events of another one, which stay that one's: they are counted there.

    `name` tells its uids apart.
    """
    source = len(trace.header.sources)
    first = before.events[:length]
    turns = max((event.turn for event in first if isinstance(event.turn, int)), default=0)
    head = [moved(event, name, source, signs=replace(event.signs, replayed=True)) for event in first]
    own = [replace(event, turn=event.turn + turns if isinstance(event.turn, int) else UNSET) for event in trace.events]
    events = (*head, *(own if turns else trace.events))
    return replace(trace, header=merged(trace.header, before.header), events=events)
