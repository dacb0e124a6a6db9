"""Show a session: its traces as records without what a reader kept only to write them back."""

from __future__ import annotations

from msgspec import UNSET, Struct, structs

from steno.model import Event, Header, Kind, Trace


class Shown(Struct, frozen=True, tag_field="schema", tag="steno.show/1"):
    """A trace as it is shown."""

    header: Header
    events: list[Event]


def shown(trace: Trace, *, thoughts: bool = True, offset: int = 0, limit: int = 0) -> Shown:
    """So many of a trace's events (0: all) after the first `offset`, without residue."""
    chosen = [each for each in trace.events if thoughts or each.kind is not Kind.THOUGHT]
    page = chosen[offset : offset + limit if limit else None]
    return Shown(
        structs.replace(trace.header, residue={}),
        [structs.replace(event, residue=UNSET, raw=UNSET, signs=UNSET) for event in page],
    )
