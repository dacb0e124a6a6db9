"""Crush, and those that keep its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from steno.formats.records import tally
from steno.kit.times import epoch
from steno.model import Kind, Lifecycle, Role
from tests.given.figures import Figure, Session, tokens


def _messages(session: Session) -> list[dict[str, Any]]:
    return [each.rest for each in session.records if isinstance(each.rest, dict) and "parts" in each.rest]


def _parts(session: Session) -> Iterator[dict[str, Any]]:
    return (part for row in _messages(session) for part in row["parts"])


def _ids(session: Session, key: str) -> Counter[str]:
    return Counter(part["data"][key] for part in _parts(session) if key in part["data"])


def _by_role(role: str) -> Figure:
    return lambda session: sum(row["role"] == role for row in _messages(session))


def _rows(session: Session) -> Iterator[dict[str, Any]]:
    for event in session.events:
        if isinstance(event.body, Lifecycle) and event.body.name == "session" and isinstance(event.body.data, dict):
            yield event.body.data


def _per_session(session: Session) -> list[dict[str, Any]]:
    found = []
    for trace in session.traces:
        one = Session([trace])
        (row,) = _rows(one)
        figures = {name: FIGURES[name](one) for name in ("user_messages", "assistant_messages")}  # type: ignore[misc]
        kinds = Counter(event.kind for event in trace.events)
        tokens = FIGURES["tokens"](one)  # type: ignore[misc]
        found.append({
            "id": trace.header.ids["session"][0], "parent_session_id": row["parent_session_id"],
            "messages": len(_messages(one)), "tool_calls": kinds[Kind.TOOL_CALL],
            "tool_results": kinds[Kind.TOOL_RESULT], "cost": round(row["cost"], 6), **figures, **tokens,
        })  # fmt: skip
    return found


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: len(_messages(session)),
    "user_messages": _by_role("user"),
    "assistant_messages": lambda session: sum(
        any(event.role is Role.ASSISTANT for event in record.events) for record in session.records
    ),
    "messages_by_role": lambda session: tally(row["role"] for row in _messages(session)),
    "messages_without_session": lambda session: len(session.traces) - sum(1 for _ in _rows(session)),
    "parts_by_type": lambda session: tally(part["type"] for part in _parts(session)),
    "distinct_call_ids": lambda session: len(_ids(session, "id")),
    "unpaired_calls": lambda session: (_ids(session, "id") - _ids(session, "tool_call_id")).total(),
    "file_versions": lambda session: sum(
        isinstance(event.body, Lifecycle) and event.body.name == "file" for event in session.events
    ),
    "child_sessions": lambda session: sum("parent" in trace.header.ids for trace in session.traces),
    "cost_total": lambda session: round(sum(row["cost"] for row in _rows(session)), 6),
    "tokens": tokens(prompt_tokens="input", completion_tokens="output"),
    "per_session": _per_session,
    "first_timestamp": lambda session: min(str(epoch(row["created_at"])) for row in _messages(session)),
    "last_timestamp": lambda session: max(str(epoch(row["created_at"])) for row in _messages(session)),
    "messages_without_wal": None,  # wrong on purpose
    "integrity_ok": None,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
