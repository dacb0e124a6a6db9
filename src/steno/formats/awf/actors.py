"""Who speaks in a transcript: the actors that a reader finds in it, each under one key."""

from __future__ import annotations

from typing import Final

from steno.model import Actor, ActorKind

HUMAN: Final = "human"
MODEL: Final = "model"
PROGRAM: Final = "workflow"
TOOL: Final = "tool"

_KNOWN = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    MODEL: Actor(ActorKind.MODEL, "assistant"),
    PROGRAM: Actor(ActorKind.SYSTEM, PROGRAM),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
}


class Actors:
    def __init__(self) -> None:
        self.found: dict[str, Actor] = {}
        """Those that spoke, in the order in which they did so first."""

    def named(self, key: str) -> Actor:
        """One of the four, or a tool that has been named; from now on it is among those that spoke."""
        if key not in self.found:
            self.found[key] = _KNOWN[key]
        return self.found[key]

    def tool(self, name: str) -> str:
        """The key of a tool."""
        key = f"{TOOL}:{name}"
        if key not in self.found:
            self.found[key] = Actor(ActorKind.TOOL, name)
        return key
