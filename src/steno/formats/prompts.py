"""The system prompt of a trace, for formats that have a place for it among their events only."""

from __future__ import annotations

from steno.model import Role, Text, Trace


def unstated(trace: Trace) -> str | None:
    """The one system prompt that only the header states.  Of several, nobody knows where each belongs."""
    prompts = trace.header.system_prompts
    if len(prompts) != 1:
        return None
    (prompt,) = prompts.values()
    stated = Text(prompt)
    for event in trace.events:
        if event.role in _GIVEN and event.body == stated:
            return None
    return prompt


_GIVEN = frozenset({Role.SYSTEM, Role.DEVELOPER})
"""The roles in which a system prompt may stand among the events."""
