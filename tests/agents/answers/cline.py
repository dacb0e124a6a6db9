"""Cline."""

from __future__ import annotations

from steno.formats.records import tally
from steno.model import Event, Kind, Origin, Role
from tests.given.figures import Figure, Session, in_records, tokens


def _kinds(session: Session) -> dict[str, int]:
    """What was shown, by what it says or asks."""
    found = (
        f"{record.rest['type']}:{record.rest.get('say' if record.rest['type'] == 'say' else 'ask')}"
        for record in session.records
    )
    return tally(found)


def _own(event: Event) -> bool:
    """Whether it is a call of the provider's kind or one that was shown, and none that stands in a text."""
    return not (isinstance(event.origin, Origin) and event.origin.rule == "call/markup")


def _kind(session: Session, name: str) -> int:
    return sum(count for kind, count in _kinds(session).items() if kind.partition(":")[2] == name)


FIGURES: dict[str, Figure | None] = {
    "tokens": tokens(tokensIn="input", tokensOut="output", cacheWrites="cache_write", cacheReads="cache_read"),
    "records_by_type": _kinds,
    "assistant_messages": lambda session: sum(event.role is Role.ASSISTANT for event in session.of(Kind.MESSAGE)),
    "tool_calls": lambda session: sum(map(_own, session.of(Kind.TOOL_CALL))),
    "tool_calls_by_kind": lambda session: {
        name: _kind(session, name) for name in ("command", "tool") if _kind(session, name)
    },
    "api_requests": lambda session: _kind(session, "api_req_started"),
    "checkpoints": lambda session: _kind(session, "checkpoint_created"),
    "command_output_records": lambda session: _kind(session, "command_output"),
    "partial_records": lambda session: sum(record.rest.get("partial") is True for record in session.records),
    "messages_by_role": in_records("role"),
    "cost_total": None,  # it stands in texts of JSON
    "result_markers_in_requests": None,  # likewise
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
