"""Cursor."""

from __future__ import annotations

from collections import Counter
from typing import Any

from steno.model import Kind, Lifecycle, Role
from tests.given.figures import Figure, Session, in_records


def _bubbles(role: Role) -> Figure:
    """In a store, the bubbles of chats alone are counted; in a transcript, records by their role."""

    def count(session: Session) -> int:
        if not any(trace.header.sources[0].layout == "store" for trace in session.traces):
            return sum(record.rest.get("role") == role.value for record in session.records)
        said = [event for event in session.of(Kind.MESSAGE) if event.role is role]
        return sum("/tabs/" in getattr(event.origin, "pointer", "") for event in said)

    return count


def _conversations(name: str) -> Figure:
    def count(session: Session) -> int:
        about = [event.body for event in session.of(Kind.LIFECYCLE)]
        return sum(isinstance(body, Lifecycle) and body.name == name for body in about)

    return count


def _prompts(session: Session) -> int:
    rows: list[Any] = [record.rest for record in session.records if record.rest.get("key") == "aiService.prompts"]
    return sum(len(row["value"]) for row in rows)


def _types(session: Session) -> dict[str, int]:
    found = {"ai": _bubbles(Role.ASSISTANT)(session), "user": _bubbles(Role.USER)(session)}
    return dict(Counter(found))


FIGURES: dict[str, Figure | None] = {
    "messages_by_role": in_records("role"),
    "user_messages": _bubbles(Role.USER),
    "assistant_messages": _bubbles(Role.ASSISTANT),
    "bubbles_by_type": _types,
    "chat_tabs": _conversations("tab"),
    "composers": _conversations("composer"),
    "prompts": _prompts,
    "generations": lambda session: sum(record.rest.get("key") == "aiService.generations" for record in session.records),
    "chat_keys": None,  # four of its seven keys say how panels of the editor look, and are never read
    "tables": None,  # so are most rows of the editor's table; those of conversations are counted above
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
