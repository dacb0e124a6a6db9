"""Gemini CLI: counts are of messages, each in its last state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from steno.formats.records import Record, tally
from steno.model import Event, ToolResult
from tests.given.figures import Figure, Session

_TYPES = ("user", "gemini", "info", "error", "warning")
_TOKENS = {
    "input": "input", "output": "output", "cached": "cache_read", "thoughts": "reasoning", "total": "total",
}  # fmt: skip


def _messages(session: Session, again: bool = False) -> Iterator[Record]:
    """The records that are messages; those that are written again only where they are asked for."""
    for record in session.records:
        if record.rest.get("type") in _TYPES and (again or record.first.echo_of is UNSET):
            yield record


def _typed(name: str) -> Figure:
    return lambda session: sum(record.rest.get("type") == name for record in _messages(session))


def _ends(side: int) -> Figure:
    """Of the messages' own times, not of those that thoughts and results have beside them."""

    def own(event: Event) -> bool:
        where = getattr(event.origin, "pointer", "")
        return "/thoughts/" not in where and not isinstance(event.body, ToolResult)

    def end(session: Session) -> str | None:
        times = sorted(
            event.time for record in _messages(session) for event in record.events if own(event) and event.time
        )
        return times[side] if times else None

    return end


def _tokens(session: Session) -> dict[str, int]:
    found: Counter[str] = Counter()
    for each in session.requests:
        for name, field in _TOKENS.items():
            if isinstance(count := getattr(each.usage, field), int):
                found[name] += count
    for record in _messages(session):
        stated: Any = record.rest.get("tokens")
        if isinstance(stated, dict) and isinstance(stated.get("tool"), int):
            found["tool"] += stated["tool"]
    return dict(found)


def _status(session: Session) -> dict[str, int]:
    calls = [call for record in _messages(session) for call in record.rest.get("toolCalls") or ()]
    return tally(str(call.get("status")) for call in calls)


FIGURES: dict[str, Figure | None] = {
    # Of a document, what is around the messages is a record here and none to the counts.
    "records": lambda session: sum("messages" not in record.rest for record in session.records),
    "message_records": lambda session: sum(1 for _ in _messages(session, again=True)),
    "distinct_message_ids": lambda session: sum(1 for _ in _messages(session)),
    "messages_by_type": lambda session: tally(str(record.rest["type"]) for record in _messages(session)),
    "user_messages": _typed("user"),
    "assistant_messages": _typed("gemini"),
    "rewind_records": lambda session: sum("$rewindTo" in record.rest for record in session.records),
    "set_records": lambda session: sum("$set" in record.rest for record in session.records),
    "first_timestamp": _ends(0),
    "last_timestamp": _ends(-1),
    "tokens": _tokens,
    "tool_status": _status,
    "start_time": lambda session: session.records[0].first.time,
    "last_updated": lambda session: session.records[0].first.body.data["lastUpdated"],  # type: ignore[union-attr,index]
}  # fmt: skip
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
