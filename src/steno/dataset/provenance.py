"""Where a row comes from: session, events, bytes and evidence.  Names no file: paths are the owner's own affair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from steno.base.exact import JSON
from steno.model import Derivation, Note, Origin, Trace

FIELDS: Final = (
    "session", "agent", "models", "sources", "licence", "trace", "run", "step", "events", "bytes", "evidence",
    "copied_events", "losses", "provenance",
)  # fmt: skip
"""What is said of every row, and the column that it stands in."""
_OWN: Final = ("thread", "session", "conversation", "run", "trace")


def session_of(trace: Trace) -> str | None:
    """The id of a session, as it states it."""
    return next((values[0] for name in _OWN if (values := trace.header.ids.get(name))), None)


class Provenance:
    """Of the rows of one trace, as redaction left it."""

    def __init__(self, trace: Trace, hashes: Sequence[str | None], licence: str | None) -> None:
        """`hashes` are those of the trace's sources, in their order."""
        self._trace, self._hashes, self._licence = trace, list(hashes), licence
        self._places = {event.uid: index for index, event in enumerate(trace.events)}

    @cached_property
    def _session(self) -> dict[str, JSON]:
        header = self._trace.header
        return {
            "session": session_of(self._trace),
            "agent": header.sources[0].format if header.sources else None,
            "models": list(self.models),
            "sources": self._hashes,
            "licence": self._licence,
        }

    @cached_property
    def models(self) -> tuple[str, ...]:
        events = self._trace.events
        return tuple(sorted({event.model for event in events if isinstance(event.model, str)}))

    @cached_property
    def _notes(self) -> dict[str, list[Note]]:
        """By the event that they are on."""
        found: dict[str, list[Note]] = {}
        for note in self._trace.notes:
            if isinstance(note.target, str):
                found.setdefault(note.target, []).append(note)
        return found

    def of(self, uids: Iterable[str], at: dict[str, JSON], losses: list[JSON], copied: int) -> dict[str, JSON]:
        """Of the row that is about these events."""
        indexes = sorted({self._places[uid] for uid in uids if uid in self._places})
        return {
            **self._session,
            "trace": _text(at.get("trace")),
            "run": _text(at.get("run")),
            "step": at.get("step") if type(at.get("step")) is int else None,
            "events": list(self._runs(indexes)),
            "bytes": list(self._ranges(indexes)),
            "evidence": self._evidence(indexes),
            "copied_events": copied,
            "losses": losses,
        }

    def _runs(self, indexes: Sequence[int]) -> Iterator[dict[str, JSON]]:
        """Events that stand one behind the other in the log, as first and last."""
        events = self._trace.events
        begin = 0
        for at in range(1, len(indexes) + 1):
            if at == len(indexes) or indexes[at] != indexes[at - 1] + 1:
                first, last = events[indexes[begin]].uid, events[indexes[at - 1]].uid
                yield {"first": first, "last": last, "count": at - begin}
                begin = at

    def _ranges(self, indexes: Sequence[int]) -> Iterator[dict[str, JSON]]:
        """The bytes of the sources in which the events stand; lines that follow each other are one range."""
        origins = (self._trace.events[index].origin for index in indexes)
        spans = sorted({(each.source, each.offset, each.length) for each in origins if isinstance(each, Origin)})
        merged: list[list[int]] = []
        for source, offset, length in spans:
            last = merged[-1] if merged else None
            if last is not None and last[0] == source and offset <= last[1] + last[2] + 1:
                last[2] = max(last[2], offset + length - last[1])
            else:
                merged.append([source, offset, length])
        yield from ({"source": source, "offset": offset, "length": length} for source, offset, length in merged)

    def _evidence(self, indexes: Sequence[int]) -> list[str]:
        """The grades of everything that is said here: `observed`, `derived:<rule>`, `annotated:<role:name>`."""
        found: set[str] = set()
        for index in indexes:
            event = self._trace.events[index]
            found.add("observed" if isinstance(event.origin, Origin) else f"derived:{event.origin.rule}")
            for note in self._notes.get(event.uid, ()):
                by = note.author
                found.add(f"derived:{by.rule}" if isinstance(by, Derivation) else f"annotated:{by}")
        return sorted(found)


def _text(value: JSON) -> str | None:
    return value if isinstance(value, str) else None
