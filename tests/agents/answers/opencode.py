"""OpenCode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steno.formats.records import tally
from steno.kit.times import millis
from steno.model import Role
from tests.given.figures import Figure, Session, tokens


def _messages(session: Session) -> Iterator[dict[str, Any]]:
    """What each message says of itself, in an export or in a row."""
    for record in session.records:
        rest: Any = record.rest
        found = next(
            (each for key in ("info", "data") if isinstance(each := rest.get(key), dict) and "role" in each), rest
        )
        if "role" in found:
            yield found


def _parts(session: Session) -> Iterator[dict[str, Any]]:
    for record in session.records:
        rest: Any = record.rest
        yield from rest.get("parts", [])
        if "message_id" in rest:
            yield rest["data"]


def _tools(session: Session) -> list[dict[str, Any]]:
    return [part["state"] for part in _parts(session) if part["type"] == "tool"]


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: sum(1 for _ in _messages(session)),
    "user_messages": lambda session: sum(each["role"] == "user" for each in _messages(session)),
    "assistant_messages": lambda session: len(
        {
            event.response or event.uid
            for record in session.records
            if (event := next((each for each in record.events if each.role is Role.ASSISTANT), None)) is not None
        }
    ),
    "messages_by_role": lambda session: tally(each["role"] for each in _messages(session)),
    "parts_by_type": lambda session: tally(part["type"] for part in _parts(session)),
    "tool_status": lambda session: tally(state["status"] for state in _tools(session)),
    "distinct_call_ids": lambda session: len({part["callID"] for part in _parts(session) if part["type"] == "tool"}),
    "assistant_errors": lambda session: sum("error" in each for each in _messages(session)),
    "compaction_parts": lambda session: sum(part["type"] == "compaction" for part in _parts(session)),
    "cost_total": lambda session: round(sum(each.get("cost", 0) for each in _messages(session)), 6),
    "models": lambda session: sorted({f"{each['providerID']}/{model}" for each, model in _answers(session)}),
    "first_timestamp": lambda session: min(
        (str(millis(each["time"]["created"])) for each in _messages(session)), default=None
    ),
    "last_timestamp": lambda session: max(
        (str(millis(each["time"]["created"])) for each in _messages(session)), default=None
    ),
    "parent_session_id": lambda session: next(
        (id for each in session.traces for id in each.header.ids.get("parent", ())), None
    ),
    "tokens": tokens(
        input="input", output="output", reasoning="reasoning", cache_read="cache_read", cache_write="cache_write"
    ),
    "tokens_sum_of_step_finish": None,  # the same tokens once more
    "tokens_session_header": None,
    "last_completed": None,
}


def _answers(session: Session) -> Iterator[tuple[dict[str, Any], object]]:
    for record in session.records:
        rest: Any = record.rest
        own = next((each for key in ("info", "data") if isinstance(each := rest.get(key), dict)), {})
        if own.get("role") == "assistant":
            yield own, record.first.model


DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
ELSEWHERE = {"a7f5004fcc21": "a transcript that another program made of a session"}
