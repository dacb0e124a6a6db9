"""Whether each call of a trace worked and which call makes a failed one again, without the notes that say why.

A trace of a million events has tens of millions of notes; who only asks this need not keep them.
"""

from __future__ import annotations

from msgspec import Struct

from steno.base.memory import uncollected
from steno.model import Trace
from steno.passes.derive import actors, anchors, links, operations, outcomes, replies, turns


class Judged(Struct, frozen=True):
    """What the log shows of one call."""

    success: bool | None = None
    """None where it does not show it."""
    exit: int | None = None
    """The exit code, where that is what decides."""
    retry_of: str | None = None
    """The uid of the failed call that this one makes again."""


def judged(trace: Trace) -> dict[str, Judged]:
    """By the uid of the call.  The trace is paired; the rules are those of the pass `derive`."""
    with uncollected():
        found = anchors.Anchors(trace.header).find(trace.events)
        acts = found.acts
        actors.label(trace.header, found)
        turns.count(acts)
        outcomes.judge(acts, trace.events)
        replies.read(acts, found.breaks)
        links.Links(trace.header, found, operations.Operations(trace.header.agent)).run()
        return {
            act.event.uid: Judged(
                None if act.verdict is None else act.verdict.success,
                None if act.verdict is None else act.verdict.exit,
                None if act.retry is None else act.retry.event.uid,
            )
            for act in acts
            if act.call is not None and (act.verdict is not None or act.retry is not None)
        }
