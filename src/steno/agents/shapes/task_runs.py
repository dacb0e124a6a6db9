"""Runs of a task without a human beside them: what stands first in the user's place is the task, and all that follows
there is what the program returned."""

from __future__ import annotations

from msgspec.structs import replace

from steno.base.exact import JSON
from steno.kit.log import Log
from steno.kit.table import HUMAN, PROGRAM, Blocks, Part, Shape, by
from steno.model import Kind, Role, Visibility


def task_first(log: Log, record: dict[str, JSON], where: str) -> None:
    """Say that the words of this record are the human's, where nobody has spoken before."""
    said = log.events[log.first :]
    if log.turn or not any(event.kind is Kind.MESSAGE for event in said):
        return
    log.prompt()
    human, turn = log.actor(HUMAN), log.turn
    log.events[log.first :] = [
        replace(event, actor=human, turn=turn, visibility=Visibility.PUBLIC) for event in said
    ]  # fmt: skip


def spoken(words: Shape, at: str = "content") -> Blocks:
    """Words that are a text, or a list of parts."""
    image = Shape(Kind.BLOB, words.actor, role=words.role, visibility=words.visibility)
    return Blocks(at, by("type"), {"text": words, "image_url": image}, words=words)


RETURNED = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})
NOTHING_SAID = Shape(Kind.LIFECYCLE, role=Role.USER, otherwise=True)
IN_USERS_PLACE: list[Part] = [spoken(RETURNED), task_first, NOTHING_SAID]
SYSTEM = spoken(
    Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM, visibility=Visibility.INTERNAL)
)  # fmt: skip
