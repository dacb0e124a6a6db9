"""What a trace holds, in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.open_token.wire import FURTHER_TOKENS, TOKENS
from steno.model import Event, Kind, Role, ToolResult, Trace, Usage


def count(trace: Trace) -> Mapping[str, JSON]:
    """Calls and results by their id; results that are marked as missing are none."""
    events = trace.events
    calls = {_call(event) for event in events if event.kind is Kind.TOOL_CALL}
    results = {_call(event) for event in events if isinstance(event.body, ToolResult) and not event.body.missing}
    times = [(moment, event.time) for event in events if (moment := event.instant()) is not None]
    return {
        "records": len(events),
        "user_messages": sum(event.kind is Kind.MESSAGE and event.role is Role.USER for event in events),
        "assistant_messages": sum(event.kind is Kind.MESSAGE and event.role is Role.ASSISTANT for event in events),
        "tool_calls": len(calls),
        "tool_results": len(results),
        "unpaired_calls": len(calls - results),
        "orphan_results": len(results - calls),
        "thinking_blocks": sum(event.kind is Kind.THOUGHT for event in events),
        "tokens": _tokens(events),
        "first_timestamp": min(times)[1] if times else None,
        "last_timestamp": max(times)[1] if times else None,
        "models": sorted({event.model for event in events if isinstance(event.model, str)}),
    }


def _call(event: Event) -> str:
    return event.call if isinstance(event.call, str) else f"uid:{event.uid}"


def _tokens(events: tuple[Event, ...]) -> dict[str, int] | None:
    """Sums of what is stated: every count stands once for a response."""
    sums: dict[str, int] = {}
    for usage in (event.usage for event in events if isinstance(event.usage, Usage)):
        for key, name in (TOKENS | FURTHER_TOKENS).items():
            if (stated := getattr(usage, name)) is not UNSET:
                sums[key] = sums.get(key, 0) + stated
    return sums or None
