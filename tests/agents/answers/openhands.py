"""OpenHands."""

from __future__ import annotations

from collections import Counter

from steno.model import Role, Text
from tests.given.figures import Figure, Session, by_role, in_records


def _records(session: Session) -> int:
    """Lines: an instance of an evaluation each, or an event."""
    return len(session.traces) if len(session.traces) > 1 else len(session.records)


def _events(session: Session) -> int:
    return len(session.records) - len(session.traces)


def _answers(session: Session) -> int:
    """What the model said apart from calls."""
    alone = [record for record in session.records if len(record.events) == 1]
    return sum(event.role is Role.ASSISTANT and isinstance(event.body, Text) for each in alone for event in each.events)


def _observed(session: Session) -> Counter[str]:
    return Counter(in_records("observation")(session))


FIGURES: dict[str, Figure | None] = {
    "records": _records,
    "events": _events,
    "user_messages": by_role(Role.USER),
    "assistant_messages": _answers,
    "actions": in_records("action"),
    "observations": _observed,
    "records_by_kind": in_records("kind"),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
