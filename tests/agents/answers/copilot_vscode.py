"""Copilot Chat of VS Code."""

from __future__ import annotations

from collections import Counter

from steno.formats.records import tally
from steno.model import Kind, Lifecycle, Role
from tests.given.figures import Figure, Session, in_records, texts


def _parts(session: Session) -> dict[str, int]:
    """The parts that were shown; a result tells the answers of these files, so all of them are kept as shown."""
    found: Counter[str] = Counter()
    for event in session.of(Kind.LIFECYCLE):
        pointer = getattr(event.origin, "pointer", "")
        if isinstance(event.body, Lifecycle) and "/response/" in pointer:
            found[event.body.name] += 1
    return dict(sorted(found.items()))


def _rows(table: str) -> Figure:
    """How many records of a session stand in a table, by a column that only it has."""
    return lambda session: sum(table in record.rest for record in session.records)


FIGURES: dict[str, Figure | None] = {
    "records_by_kind": lambda session: tally(str(record.rest["kind"]) for record in session.records),
    "response_part_kinds": _parts,
    # Invocations of tools as they were shown: the editor's own, which no model asked for, among them.
    "tool_calls": lambda session: _parts(session).get("toolInvocationSerialized", 0),
    # A snapshot is one record with all requests in it.
    "user_messages": lambda session: len(texts(session, Role.USER)),
    "spans": _rows("trace_id"),
    "span_events": _rows("timestamp_ms"),
    "spans_by_name": in_records("operation_name"),
    "traces": lambda session: len({record.rest.get("trace_id") for record in session.records} - {None}),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
