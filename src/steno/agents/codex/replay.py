"""Which records of a rollout are another thread's: copied from the one it was forked from, or fetched from its file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from steno.agents.codex.header import Session
from steno.model import Event, Header
from steno.sources import Base


def mark(events: list[Event], session: Session) -> None:
    """Mark what the file itself shows to be copied: by its ordinals, or because it is older than the thread.

    A fork may write the copies with times of its own; then only the other thread's file tells.
    """
    if not session.copies:
        return
    if session.begins is not None:
        copied = range(1, length(events, session.begins))
    elif (began := session.began) is not None:
        copied = _older(events, began)
    else:
        return
    for index in copied:
        events[index] = replace(events[index], signs=replace(events[index].signs, replayed=True))


def _older(events: Sequence[Event], began: datetime) -> range:
    """The first run of records that are older than the thread; its own `session_meta` stands before them."""
    first: int | None = None
    for index, event in enumerate(events):
        if (moment := event.instant()) is None:
            continue
        if moment < began:
            first = index if first is None else first
        elif first is not None:
            return range(first, index)
        elif index > 1:
            break
    return range(0) if first is None else range(first, len(events))


def length(events: Sequence[Event], ordinal: int) -> int:
    """How many events stand before the record of this ordinal."""
    for index, event in enumerate(events):
        number = event.residue.get("ordinal") if type(event.residue) is dict else None
        if type(number) is int and number >= ordinal:
            return index
    return len(events)


def base(header: Header) -> Base | None:
    """What a paginated rollout says of the file in which its beginning stands."""
    stated = header.environment.get("history_base")
    log, ends = (stated.get("thread_id"), stated.get("end_ordinal_exclusive")) if type(stated) is dict else (None, None)
    if type(log) is not str or type(ends) is not int:
        return None
    named = re.compile(rf"(?:.*[-_])?{re.escape(log)}\.jsonl(?:\.zst)?", re.DOTALL)
    return Base(log, lambda name: named.fullmatch(name) is not None, lambda events: length(events, ends))
