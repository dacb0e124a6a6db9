"""Counts turns, and says when steps began and ended.  Reads times as the log spells them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.patterns import deferred
from steno.base.time import utc
from steno.model import Event, Note
from steno.model.steps import derived
from steno.passes.derive.act import Act, code

TURN = code(
    "020", "turn",
    "Each message from a human begins a turn, except an answer to the agent's own question and words in a rejection, "
    "which stay in their turn. A command to the program begins none. Everything before the first message is in turn 1.",
)  # fmt: skip
RECORDED = code(
    "021", "time-of-record",
    "The time of the record: both start and end of a human's message, the start of a call, and the end of what "
    "the agent said, because a log states when that was complete.",
)  # fmt: skip
RETURNED = code("022", "time-of-result", "A tool call ended when its result was recorded.")
CODES = (TURN, RECORDED, RETURNED)

_ISO = deferred(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})", re.ASCII)


def count(acts: list[Act]) -> None:
    """Give every step its turn and the message that began it."""
    turn, opener = 0, None
    for act in acts:
        if act.opens:
            turn, opener = turn + 1, act
        act.turn, act.opener = turn or 1, opener


def notes(act: Act) -> Iterator[Note]:
    opener = act.opener or act
    yield derived(TURN.name, "turn", act.turn, act.event, (opener.event.uid,))
    own = (act.event.uid,)
    if (time := _time(act.event)) is not None:
        if act.call is not None or act.action == "user_message":
            yield derived(RECORDED.name, "started_at", time, act.event, own)
        if act.call is None:
            yield derived(RECORDED.name, "ended_at", time, act.event, own)
    result = act.result if act.call is not None and act.returned is not None else None
    if result is not None and (time := _time(result)) is not None:
        yield derived(RETURNED.name, "ended_at", time, act.event, (result.uid,))


def _time(event: Event) -> str | None:
    """As the log spells it, where that names an instant."""
    text = event.time
    return text if isinstance(text, str) and _ISO().fullmatch(text) and utc(text) is not None else None
