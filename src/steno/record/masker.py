"""What is taken out of an event before it is written.  Fails closed: what could not be masked is not recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.formats.awf.strict import Invalid, arranged
from steno.formats.awf.wire import Event
from steno.record.error import RecordError
from steno.record.spelling import NOT_JSON, check_fields, check_line

Masker: TypeAlias = Callable[[Event], Event]
"""From an event to the one that is written in its place.

It gets a deep copy, so it may change what it gets.  `seq` is 0 and `timestamp` empty: both are given when the line is
written.  It may be called by several threads at once.
"""


def masked(masker: Masker, type: str, path: str, iteration: int, payload: JSON, ids: tuple[str, str, str]) -> Event:
    """What the masker makes of an event, ready to be written; raises `RecordError`.

    `ids` are those of the run, its parent and its child.
    """
    # Through JSON: the masker sees every string that would be written, also of what is no string yet, such as a date.
    try:
        spelled = encode(payload)
        check_line(payload, spelled)
        run, parent, child = ids
        copy = Event(
            seq=0, run_id=run, parent_run_id=parent, child_run_id=child, type=type, path=path, iteration=iteration,
            timestamp="", payload=decode(spelled).value,
        )  # fmt: skip
    except (*NOT_JSON, BadJSON) as error:
        raise RecordError(f"the payload cannot be written as JSON: {error}") from error
    try:
        result = masker(copy)
    except Exception as error:
        # The message is not repeated: it may hold what was to be masked.
        raise RecordError(f"the masker failed ({error.__class__.__name__}), so the event was not recorded") from error
    if result.__class__ is not Event:
        raise RecordError(
            f"the masker returned {result.__class__.__name__}, expected an Event; the event was not recorded"
        )
    if result.seq or result.timestamp:
        raise RecordError(
            "the masker set seq or timestamp, which only the recorder may set; the event was not recorded"
        )
    try:
        check_fields(result.path, result.iteration, result.run_id, result.parent_run_id, result.child_run_id)
        return replace(result, payload=arranged(result.type, result.payload))
    except Invalid as error:
        raise RecordError(f"what the masker returned cannot be recorded: {error}") from error


def redacting(level: Literal["secrets", "pii"] = "secrets", *, key: bytes | None = None) -> Masker:
    """A masker that is Steno's redaction: every string of a payload, keys included, and what is cut across blocks.

    What was found once in a run is masked wherever it stands later.  Ids stay, unless they hold such a value.  Equal
    values get equal placeholders under one key; without one, a random key is made that nobody keeps.  What is cut
    across two events cannot be seen, because the first is written before the second comes.
    """
    if level not in ("secrets", "pii"):
        raise ValueError(f"level is {level!r}, expected 'secrets' or 'pii'")
    from steno.base.ids import system_randomness
    from steno.record.redacting import Redacting  # the engine costs start-up, and few recorders need it

    return Redacting(level, system_randomness(32) if key is None else key)
