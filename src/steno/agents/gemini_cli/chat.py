"""What no table says of a chat: which message follows which, and what of a prompt the human typed."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.agents.shapes import content_parts
from steno.base.exact import JSON
from steno.formats.injected import Marks
from steno.kit.log import Log
from steno.kit.table import HUMAN, PARENT, PROGRAM
from steno.model import Kind, Lifecycle
from steno.model.signs import LifecycleKind, Signs

MARKS = Marks(
    "hook_context|session_context|state_snapshot",
    openings=(
        "System: Please continue.",
        "This is the Gemini CLI. We are setting up the context for our chat.",
        "You are an AI agent that brings the power of Gemini directly into the terminal.",
    ),
)
"""What the program writes in the human's place: for hooks, a new session, a compression, an answer that stopped short
and the command `/init`."""
_CANCELLED = "Request cancelled."


class Chat(Log):
    """A log that knows which messages are on the way to the one that is written next."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.path: list[str] = []
        self.places: dict[str, int] = {}
        """Where on the path each message stands."""
        self.asks = HUMAN

    def cut(self, place: int) -> None:
        """Leave the path from here on."""
        for id in self.path[place:]:
            self.places.pop(id, None)
        del self.path[place:]


def begins(log: Chat, record: dict[str, JSON], where: str) -> None:
    """The prompts of a sub-agent are its parent's."""
    log.asks = PARENT if record.get("kind") == "subagent" else HUMAN


def follows(log: Chat, record: dict[str, JSON], where: str) -> None:
    """A message follows the last one that is on the path, or the one that is before it in a copy of the history."""
    id = log.shared.get("native")
    if type(id) is str:
        place = log.places.setdefault(id, len(log.path))
        if place == len(log.path):
            log.path.append(id)
        if place:
            log.shared["parent"] = log.path[place - 1]


def rewinds(log: Chat, record: dict[str, JSON], where: str) -> None:
    """The message of this id and all after it are left: the next one follows what was before it."""
    id = record["$rewindTo"]
    log.cut(log.places.get(id, 0) if type(id) is str else 0)
    fields = {"parent": log.path[-1]} if log.path else {}
    log.emit(Kind.LIFECYCLE, Lifecycle(log.told, data={"$rewindTo": id}), PROGRAM, where, fields)
    record["$rewindTo"] = UNSET


def replaced(log: Chat, record: dict[str, JSON], where: str) -> None:
    """The history is written anew: what is not in it is no longer on the path."""
    given: Any = record["$set"]
    listed = given["messages"] if type(given["messages"]) is list else []
    ids = [id for each in listed if type(each) is dict and type(id := each.get("id")) is str and id]
    log.path = list(dict.fromkeys(ids))
    log.places = {id: place for place, id in enumerate(log.path)}


def notice(log: Chat, record: dict[str, JSON], where: str) -> None:
    """What the program tells the human; that a request was cancelled is an interruption."""
    text = log.take(record, "content", where)
    stopped = Signs(lifecycle=LifecycleKind.INTERRUPTION, interrupted=True)
    fields = {"signs": stopped} if text == _CANCELLED else {}
    log.emit(Kind.LIFECYCLE, Lifecycle(log.told, text), PROGRAM, where, fields)


def prompt(log: Chat, record: dict[str, JSON], where: str) -> None:
    """What is asked; nothing where a message is empty."""
    content_parts.prompt(log, record, "content", where, log.asks)
    if len(log.events) == log.start:
        log.emit(Kind.LIFECYCLE, Lifecycle(log.told), PROGRAM, where)


def quoted(log: Chat, record: dict[str, JSON], where: str) -> None:
    """A message that only a copy of the history has: the program put it there, such as the summary of what it left."""
    asks, log.asks = log.asks, PROGRAM
    prompt(log, record, where)
    log.asks = asks
