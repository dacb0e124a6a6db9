"""The system prompt of a trace, for formats that have a place for it among their events only."""

from __future__ import annotations

from steno.model import Role, Text, Trace


def unstated(trace: Trace) -> str | None:
    """The one system prompt that only the header states.  Of several, nobody knows where each belongs."""
    prompts = trace.header.system_prompts
    if len(prompts) != 1:
        return None
    (prompt,) = prompts.values()
    for event in trace.events:
        if event.role in (Role.SYSTEM, Role.DEVELOPER) and event.body == Text(prompt):
            return None
    return prompt
