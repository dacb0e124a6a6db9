"""Aider."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Kind, Lifecycle, Role, Text
from tests.given.figures import Figure, Session, tokens


def _printed(name: str) -> Figure:
    return lambda session: sum(
        isinstance(event.body, Lifecycle) and event.body.name == name for event in session.events
    )


def _times(session: Session) -> list[str]:
    return sorted(event.time for event in session.events if event.time is not UNSET)


FIGURES: dict[str, Figure | None] = {
    "assistant_messages": lambda session: sum(event.role is Role.ASSISTANT for event in session.of(Kind.MESSAGE)),
    "applied_edit_lines": _printed("edit"),
    "commit_lines": _printed("commit"),
    "token_report_lines": _printed("tokens"),
    "tokens_rounded_sum": tokens(sent="input", received="output"),
    "user_slash_commands": lambda session: sum(
        event.role is Role.USER and isinstance(event.body, Text) and event.body.text.startswith("/")
        for event in session.events
    ),
    # Local times without a zone name no moment, so no one is the first; as texts they are in order.
    "first_timestamp": lambda session: _times(session)[0],
    "last_timestamp": lambda session: _times(session)[-1],
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
