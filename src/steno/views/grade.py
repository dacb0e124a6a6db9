"""How good the evidence of a label is: who or what says so, and how much that may be called.  Knows no view."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from steno.base.exact import JSON
from steno.model import Actor, ActorKind, Derivation, Event, Note, Origin, Text, ToolCall, ToolResult

UNNAMED: Final = "unnamed"
"""What stands for a reviewer whom a file does not name."""


class Strength(enum.Enum):
    """What a label may be called.  Anything that is not known to be more is weak."""

    WEAK = "weak"
    """A rule computed it, the agent said it of itself, or nobody is named who said it."""
    MODEL = "model"
    HUMAN = "human"
    EXPERT = "expert"
    CLIENT = "client"


_ROLES: Final = {
    "model": Strength.MODEL,
    "human": Strength.HUMAN,
    "expert": Strength.EXPERT,
    "client": Strength.CLIENT,
}
"""By the role before the colon of an author; the agent's own word is weak."""


def named(author: str | Derivation) -> bool:
    """Whether somebody in particular says it: an author such as `human:Mara`, not a rule and not a role alone."""
    return isinstance(author, str) and author.partition(":")[2].strip() not in ("", UNNAMED)


class Grades:
    """The grades of one trace's notes."""

    def __init__(self, events: Mapping[str, Event], actors: Mapping[str, Actor]) -> None:
        self._events, self._actors = events, actors

    def grade(self, note: Note) -> str:
        """`observed`, `derived:<rule>` or `annotated:<role:name>`."""
        if isinstance(note.author, str):
            return f"annotated:{note.author}"
        return f"derived:{note.author.rule}" if self._witness(note) is None else "observed"

    def strength(self, note: Note) -> Strength:
        if isinstance(note.author, str):
            role = note.author.partition(":")[0]
            return _ROLES.get(role, Strength.WEAK) if named(note.author) else Strength.WEAK
        witness = self._witness(note)
        actor = None if witness is None else self._actors.get(witness.actor)
        return Strength.HUMAN if actor is not None and actor.kind is ActorKind.HUMAN else Strength.WEAK

    def evidence(self, note: Note) -> dict[str, JSON]:
        """What is said of a label beside its value."""
        return {
            "grade": self.grade(note),
            "strength": self.strength(note).value,
            "evidence": list(note.evidence),
        }

    def _witness(self, note: Note) -> Event | None:
        """The event of a source that says just what a rule's note says, word for word."""
        if not isinstance(note.value, str) or len(note.evidence) != 1:
            return None
        event = self._events.get(note.evidence[0])
        if event is None or not isinstance(event.origin, Origin):
            return None
        return event if _words(event) == note.value else None


def _words(event: Event) -> JSON:
    match event.body:
        case Text(text):
            return text
        case ToolCall(_, arguments):
            return arguments
        case ToolResult(content):
            return content
        case _:
            return None
