"""Kiro."""

from __future__ import annotations

from steno.model import Event, Kind, Origin, Role
from tests.given.figures import Figure, Session, in_records


def _entries(session: Session, role: Role, *kinds: Kind) -> int:
    """Entries of a history in which somebody says something."""
    return len({_entry(event) for event in session.events if event.role is role and (event.kind in kinds or not kinds)})


def _entry(event: Event) -> tuple[str, ...]:
    return tuple(event.origin.pointer.split("/")[:3]) if isinstance(event.origin, Origin) else ()


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: sum(record.first.origin.source == 0 for record in session.records),  # type: ignore[union-attr]
    "records_by_type": in_records("kind"),
    "user_messages": lambda session: _entries(session, Role.USER),
    "assistant_messages": lambda session: _entries(session, Role.ASSISTANT),
    "session_ids": None,  # the counts have none where the file states an empty one
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
