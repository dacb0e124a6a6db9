"""SWE-agent.  The counts are of the history; a step that only the trajectory has is counted apart there."""

from __future__ import annotations

from steno.model import Kind, Origin, Role
from steno.model.signs import Injected
from tests.given.figures import Figure, Session, by_role, in_records


def _under(session: Session, place: str) -> int:
    found = (record.first.origin for record in session.records)
    return sum(isinstance(origin, Origin) and origin.pointer.startswith(place) for origin in found)


FIGURES: dict[str, Figure | None] = {
    "user_messages": by_role(Role.USER, under="/history/"),
    "assistant_messages": by_role(Role.ASSISTANT, under="/history/"),
    "history_by_role": in_records("role"),
    "history_records": lambda session: _under(session, "/history/"),
    "trajectory_steps": lambda session: _under(session, "/trajectory/"),
    "demo_records": lambda session: sum(
        event.signs.injected is Injected.INSTRUCTIONS for event in session.of(Kind.MESSAGE)
    ),
    "exit_status": lambda session: session.events[0].body.data["exit_status"],  # type: ignore[union-attr,index]
    "has_submission": lambda session: bool(session.events[0].body.data["submission"]),  # type: ignore[union-attr,index]
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
