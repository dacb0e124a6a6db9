"""Where notes point once more of a session is there.  Knows events, no step and no file.

An agent may write something down twice: what was the only statement when a note was made is then the echo of a later
one, and the note is about that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from steno.base.exact import JSON
from steno.model import Event
from steno.notes.judged import LINKS
from steno.notes.sidecar import Entry


def settled(entries: Iterable[Entry], events: Iterable[Event]) -> list[Entry]:
    """The lines of a sidecar, each uid of an echo as that of the event which it states again."""
    moved = {event.uid: event.echo_of for event in events if isinstance(event.echo_of, str)}
    return [_settled(entry, moved) if moved else entry for entry in entries]


def _settled(entry: Entry, moved: Mapping[str, str]) -> Entry:
    if not any(uid in moved for uid in uids(entry)):
        return entry
    return replace(
        entry,
        target=moved.get(entry.target, entry.target) if isinstance(entry.target, str) else entry.target,
        evidence=tuple(moved.get(uid, uid) for uid in entry.evidence),
        value=_linked(entry.value, moved) if entry.key in LINKS else entry.value,
    )


def _linked(value: JSON, moved: Mapping[str, str]) -> JSON:
    if isinstance(value, list):
        found = [_linked(each, moved) for each in value]
        return [each for index, each in enumerate(found) if each not in found[:index]]  # two may have become one
    return moved.get(value, value) if isinstance(value, str) else value


def uids(entry: Entry) -> Iterator[str]:
    """The events that a note points at: its target, its evidence, and the steps that its value names."""
    if isinstance(entry.target, str):
        yield entry.target
    yield from entry.evidence
    if entry.key in LINKS:
        values = entry.value if isinstance(entry.value, list) else [entry.value]
        yield from (each for each in values if isinstance(each, str))
