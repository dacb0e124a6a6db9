"""What a session is known to hold, put together once: rows, verdicts, edits, costs.  The bare and the masked record
share it, as it holds numbers and places and none of their words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct, field

from steno import pipeline, registry
from steno.base.memory import uncollected
from steno.model import Event, ToolCall, Trace
from steno.passes.derive.judged import Judged, judged
from steno.prices import Prices
from steno.usage.request import Key
from steno.viewer.charges import Charged, charged
from steno.viewer.index import EDIT, FAILED, Index
from steno.viewer.sorts import Sort, edits_files

SOON = 3000
"""Sessions of so many events are judged at once; those of more are shown first."""


class Known(Struct):
    """Everything but words."""

    index: Index
    charges: dict[int, Charged]
    """By the place of the event that states an answer."""
    stated: dict[Key, int] = field(default_factory=dict)
    """Where each answer is stated."""
    verdicts: dict[int, Judged] = field(default_factory=dict)
    """By row."""
    retried: dict[int, int] = field(default_factory=dict)
    """The row that makes a failed call again, by the row of that one; and ..."""
    retries: dict[int, int] = field(default_factory=dict)
    """... the other way round."""
    is_judged: bool = False

    def grown(self, trace: Trace, events: Sequence[Event], prices: Prices) -> set[int]:
        """Add what was written since; `events` are all there are, the trace has those that are new."""
        first = len(events) - len(trace.events)
        rows, turns = len(self.index), len(self.index.turns)
        changed = self.index.add(trace, first)
        again = self._charge(charged(trace, prices, first))
        _mark_edits(self.index, events, rows)
        touched = [self.index.turn_of(row) for row in (*changed, *(self.index.row_of[at] for at in again))]
        self.count(events, min([max(0, turns - 1), *(turn.number - 1 for turn in touched if turn is not None)]))
        return changed

    def _charge(self, found: dict[int, Charged]) -> list[int]:
        """Take in what answers took; where a log states one again, the last counts.  Gives the places that do not."""
        again = [self.stated[each.key] for each in found.values() if each.key in self.stated]
        for at in again:
            self.charges.pop(at, None)
        self.charges |= found
        self.stated |= {each.key: at for at, each in found.items()}
        return again

    def count(self, events: Sequence[Event], first: int = 0) -> None:
        """Count what was done and what it took in each turn, from one on."""
        index = self.index
        index.count(lambda row: isinstance(events[index.at[row]].body, ToolCall), first)
        turns = index.turns[first:]
        starts = [turn.at for turn in turns]
        for turn in turns:
            turn.tokens = turn.cost = None
        for at in self._charged_from(starts[0] if starts else len(events)):
            each, turn = self.charges[at], turns[bisect_right(starts, at) - 1]
            turn.tokens = (turn.tokens or 0) + each.output + each.context
            turn.cost = turn.cost if each.cost is None else (turn.cost or 0) + each.cost

    def _charged_from(self, first: int) -> list[int]:
        """The places of the answers from one place on: they are stated in the order of the log."""
        return list(takewhile(lambda at: at >= first, reversed(self.charges)))

    def judge(self, found: dict[str, Judged], events: Sequence[Event]) -> None:
        """Take in what the log shows of each call; rows that were given before may have changed."""
        index = self.index
        rows: dict[str, int] = {}
        for row in range(len(index)):
            if index.sort[row] == Sort.TOOL:
                rows[events[index.at[row]].uid] = row
        for uid, verdict in found.items():
            row = rows.get(uid, -1)
            if row < 0:
                continue
            self.verdicts[row] = verdict
            if verdict.success is not None:
                index.mark(row, FAILED, on=not verdict.success)
            before = rows.get(verdict.retry_of or "")
            if before is not None:
                self.retried[before], self.retries[row] = row, before
        self.is_judged = True
        index.version += 1
        self.count(events)


def known(trace: Trace, prices: Prices) -> Known:
    """What a trace holds.  A long one is not judged yet."""
    with uncollected(kept=True):
        index = Index()
        index.add(trace)
        found = Known(index, {})
        found._charge(charged(trace, prices))
        _mark_edits(index, trace.events, 0)
        if len(trace.events) <= SOON:
            found.judge(verdicts(trace), trace.events)
            index.version = 1  # nothing was given before
        else:
            found.count(trace.events)
    return found


def verdicts(trace: Trace) -> dict[str, Judged]:
    """Of each call whether it worked, where the log shows it."""
    return judged(pipeline.apply([registry.passes["pair"]], trace, lambda each: None))


def _mark_edits(index: Index, events: Sequence[Event], first: int) -> None:
    """Mark the rows of calls that change files."""
    for row in range(first, len(index)):
        body = events[index.at[row]].body
        if index.sort[row] == Sort.TOOL and isinstance(body, ToolCall) and edits_files(body):
            index.mark(row, EDIT, on=True)
