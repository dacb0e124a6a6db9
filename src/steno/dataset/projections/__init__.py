"""Every projection, by name: the one registry of what a session can be made into."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from steno.dataset.projections import calls, chat, learning, records
from steno.dataset.projections.contract import Projection
from steno.errors import UsageError

NAMES = (
    "opentraces", "forsy", "open-token", "forsy-steps", "chat", "chat-anthropic", "sft", "preference",
    "process-reward", "trajectory", "tool-calls",
)  # fmt: skip


@cache
def projections() -> dict[str, Projection]:
    made = (each for module in (records, chat, learning, calls) for each in module.projections())
    return {each.name: each for each in made}


def projection(name: str) -> Projection:
    """The projection of this name; raises `UsageError`."""
    if (found := projections().get(name)) is not None:
        return found
    near = get_close_matches(name, NAMES, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(NAMES)}"
    raise UsageError(f"no projection named {name!r}; {hint}")
