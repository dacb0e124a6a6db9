"""What a model had before it: the events of one thread between two compactions.  Knows no shape of messages.

A thread is the main agent's or one sub-agent's.  Where its context was made shorter, another one begins, with what the
log has of the summary.  What a log repeats of another session is told apart; what a human took back is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct

from steno.model import Event, Kind, Lifecycle, Role, Trace, Visibility
from steno.model.signs import LifecycleKind
from steno.speech import branches

_SAID: Final = (Kind.MESSAGE, Kind.THOUGHT, Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.BLOB)


class Context(Struct, kw_only=True):
    """One context of one thread, from its beginning to the next compaction."""

    thread: str
    """The id of a sub-agent's run; empty for the agent that talks with the user."""
    number: int
    """Which of the thread's contexts it is, counted from 0."""
    summary: Event | None = None
    """The event that says what was before, where its own words are all that the log has of it."""
    is_known: bool = True
    """Whether the log says with what the context begins."""
    events: list[Event]
    copied: list[Event]
    """Those that another session has too, and that stand before the others."""


def is_said(event: Event) -> bool:
    """Whether a model had it before it or said it."""
    return (
        event.kind in _SAID
        and event.visibility is not Visibility.METADATA
        and event.echo_of is UNSET
        and not event.signs.api_error
        and not event.is_command()
    )


def contexts(trace: Trace) -> tuple[list[Context], int]:
    """Every context of a trace, and how many events stand on branches that were left."""
    left = branches(trace.header, trace.events).left
    threads: dict[str, list[Event]] = {}
    gone = 0
    for event in trace.events:
        if event.uid in left:
            gone += is_said(event)
            continue
        if is_said(event) or event.signs.lifecycle is LifecycleKind.COMPACTION:
            threads.setdefault(event.span if isinstance(event.span, str) else "", []).append(event)
    return [each for thread, events in threads.items() for each in _of_thread(thread, events)], gone


def _of_thread(thread: str, events: Sequence[Event]) -> Iterator[Context]:
    number = 0
    context = Context(thread=thread, number=0, events=[], copied=[])
    for index, event in enumerate(events):
        if event.signs.lifecycle is not LifecycleKind.COMPACTION:
            (context.copied if event.signs.replayed else context.events).append(event)
            continue
        if context.events or context.copied:
            yield context
            number += 1
        summary, known = _summary(events, index)
        context = Context(thread=thread, number=number, summary=summary, is_known=known, events=[], copied=[])
    if context.events or context.copied:
        yield context


def _summary(events: Sequence[Event], index: int) -> tuple[Event | None, bool]:
    """The event of a compaction that holds the summary, and whether the log has one at all.

    Where the program hands the summary to the model in a message of its own, that message is in the context anyway.
    """
    for after in events[index + 1 :]:
        if after.signs.lifecycle is LifecycleKind.COMPACTION:
            continue
        if after.role is Role.USER and after.visibility is Visibility.INTERNAL and after.kind is Kind.MESSAGE:
            return None, True
        break
    body = events[index].body
    if isinstance(body, Lifecycle) and isinstance(body.text, str) and body.text.strip():
        return events[index], True
    return None, False
