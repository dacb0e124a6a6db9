"""Grok."""

from __future__ import annotations

from steno.model import Kind, Role
from tests.given.figures import USUAL, Figure, Session, by_role, in_records


def _types(session: Session) -> dict[str, int]:
    """The type of a line of the chat history, in older ones the role; the method of an update."""
    methods: dict[str, int] = in_records("method")(session)
    types: dict[str, int] = in_records("type")(session)
    roles: dict[str, int] = in_records("role")(session)
    return methods or types or roles


def _by_server(session: Session) -> set[str]:
    return {event.uid for event in session.of(Kind.TOOL_CALL) if "/kind" in getattr(event.origin, "pointer", "")}


def _without_servers(name: str) -> Figure:
    return lambda session: USUAL[name](session) - len(_by_server(session))


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: sum(record.first.origin.source == 0 for record in session.records),  # type: ignore[union-attr]
    "records_by_type": _types,
    "user_records": by_role(Role.USER),
    "user_messages": lambda session: sum(
        any(event.role is Role.USER and event.actor in ("human", "parent") for event in record.events)
        for record in session.records
    ),
    "assistant_messages": lambda session: sum(in_records(key)(session).get("assistant", 0) for key in ("type", "role")),
    "tool_calls": _without_servers("tool_calls"),
    "unpaired_calls": _without_servers("unpaired_calls"),
    "self_contained_calls": lambda session: len(_by_server(session)),
    "parent_session_id": lambda session: session.traces[0].header.ids["parent"][0],
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
