"""Inspect."""

from __future__ import annotations

from steno.formats.records import tally
from steno.model import Kind, Origin, Role
from tests.given.figures import Figure, Session


def _said(role: Role) -> Figure:
    return lambda session: sum(event.role is role for event in session.of(Kind.MESSAGE, Kind.TOOL_RESULT))


def _tokens(session: Session) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in session.requests:
        total = found.setdefault(str(each.model), {})
        stated = each.usage
        for name, count in (
            ("input_tokens", stated.input),
            ("output_tokens", stated.output),
            ("total_tokens", stated.total),
            ("input_tokens_cache_read", stated.cache_read),
            ("reasoning_tokens", stated.reasoning),
        ):
            total[name] = total.get(name, 0) + (count or 0)
    return found


def _models(session: Session) -> list[str]:
    return sorted({str(event.model) for event in session.of(Kind.LIFECYCLE) if event.model})


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: len(session.traces),
    "sample_uuids": lambda session: len({trace.header.ids["session"] for trace in session.traces}),
    "session_ids": lambda session: sorted({id for trace in session.traces for id in trace.header.environment["eval"]}),
    "messages": lambda session: sum(
        isinstance(event.origin, Origin) and event.origin.pointer.startswith("/messages/") for event in session.events
    ),
    "messages_by_role": lambda session: tally(
        event.role.value for event in session.of(Kind.MESSAGE) if isinstance(event.role, Role)
    ),
    "user_messages": _said(Role.USER),
    "assistant_messages": _said(Role.ASSISTANT),
    "models": _models,
    "models_in_messages": lambda session: sorted(
        {str(event.model) for event in session.of(Kind.MESSAGE) if event.model}
    ),
    "tokens": _tokens,
    "task": lambda session: session.traces[0].header.title,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
