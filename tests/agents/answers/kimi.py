"""Kimi CLI and Kimi Code."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from steno.model import Kind, Role, Trace
from tests.given.figures import USUAL, Figure, Session, in_records, tokens

_CODE = {"inputOther": "input", "output": "output", "inputCacheRead": "cache_read", "inputCacheCreation": "cache_write"}
_CLI = {
    "input_other": "input", "output": "output", "input_cache_read": "cache_read", "input_cache_creation": "cache_write"
}  # fmt: skip


def _layout(session: Session) -> str:
    return str(session.traces[0].header.sources[0].layout)


def _tokens(session: Session) -> dict[str, int]:
    if not session.requests:
        return {}
    return tokens(**(_CODE if _layout(session) == "code" else _CLI))(session)  # type: ignore[no-any-return]


def _prompts(session: Session) -> int:
    """In Kimi Code the prompts that begin a turn, and messages where there are none; else what the user said."""
    said = [
        record.rest.get("type")
        for record in session.records
        if any(event.role is Role.USER and event.span is UNSET for event in record.events)
    ]
    return said.count("turn.prompt") or len(said)


def _types(session: Session) -> dict[str, int]:
    if _layout(session) == "code":
        return in_records("type")(session)  # type: ignore[no-any-return]
    return in_records("message.type")(session)  # type: ignore[no-any-return]


def _main(figure: Figure) -> Figure:
    """A figure of the agent itself, without what its sub-agents did."""
    return lambda session: figure(Session([_own(trace) for trace in session.traces]))


def _own(trace: Trace) -> Trace:
    return replace(trace, events=tuple(event for event in trace.events if event.span is UNSET))


FIGURES: dict[str, Figure | None] = {
    **{
        name: _main(USUAL[name])
        for name in (
            "tool_calls",
            "tool_results",
            "unpaired_calls",
            "orphan_results",
            "thinking_blocks",
            "assistant_messages",
        )
    },
    "records": lambda session: sum(record.first.origin.source == 0 for record in session.records),  # type: ignore[union-attr]
    "user_messages": _prompts,
    "tokens": _tokens,
    "records_by_type": _types,
    "records_by_role": in_records("role"),
    "checkpoints": lambda session: in_records("role")(session).get("_checkpoint", 0),
    "user_messages_injected": None,
    "subagent_events": lambda session: sum(event.span is not UNSET for event in session.events),
    "subagent_ids": lambda session: sorted({event.span for event in session.events if isinstance(event.span, str)}),
    "tool_call_records": lambda session: sum(event.span is UNSET for event in session.of(Kind.TOOL_CALL)),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
