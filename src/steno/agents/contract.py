"""What an agent is to Steno: one `Agent`, in the agent's own folder, and a line in the registry.

It stands here and not among the other contracts, as nobody but agents makes one: everybody else asks the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from steno.base.parts import lazy
from steno.contracts import Format

if TYPE_CHECKING:
    from steno.hookfiles.target import Hooks
    from steno.model import Event
    from steno.sources import Places
    from steno.usage.request import Policy

__all__ = ["Agent", "Tick", "lazy"]


class Tick(NamedTuple):
    """What a log says in passing of a sub-agent that it started."""

    run: str
    event: Event
    calls: frozenset[str]
    """The ids of the calls that the sub-agent made just then."""
    failed: frozenset[str]
    """The ids of those that failed."""


Ticks = Callable[[Iterable["Event"]], Iterator[Tick]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """All that is known of one agent.

    A part that is a call (`lazy("my_agent.places:PLACES")`) is imported when it is first asked for: telling a file by
    its first bytes waits for no hooks.
    """

    title: str
    """What people call it."""
    format: Format
    """How its logs are told, read, checked and written back.  The name of the format is that of the agent."""
    places: Callable[[], Places]
    """Where its sessions lie, and what belongs to them."""
    usage: Callable[[], Policy]
    """How its logs count tokens."""
    ticks: Callable[[], Ticks] | None = None
    """How its logs tell of sub-agents whose own logs are gone; None where they do not."""
    hooks: Callable[[], Hooks] | None = None
    """How its hooks are installed; None where it has none that Steno knows."""

    @property
    def name(self) -> str:
        return self.format.name
