"""How OpenClaw counts tokens: each answer states its own, and one that is said again those of the whole run."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Event
from steno.usage.policies import EXCLUSIVE


def _states(event: Event) -> bool:
    return event.usage is not UNSET and event.echo_of is UNSET


POLICY = EXCLUSIVE._replace(name="exclusive, without repeats", states=_states)
