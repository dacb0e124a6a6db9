"""Makes the rows of a window from the events behind them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from msgspec import UNSET

from steno.edits import diffs
from steno.edits.calls import Move, Seen, Tried
from steno.model import Blob, Event, Lifecycle, Origin, Span, Text, Thought, ToolCall, ToolResult, Unknown
from steno.model.calls import failed, returned, spelled, text_of
from steno.speech import joined
from steno.stats.traced import latency
from steno.viewer.index import EDIT, FAILED, FINAL, NOWHERE
from steno.viewer.lists import is_open
from steno.viewer.row import Row, Work
from steno.viewer.sorts import NAMES, Sort, picture
from steno.viewer.subjects import subject
from steno.viewer.texts import brief, is_rich, lines_of, one_line
from steno.viewer.view import View, line_of, seconds_between

_NAME: Final = 100
"""No name of a tool or a record needs more."""
_SAYS: Final = (Sort.HUMAN, Sort.AGENT, Sort.THINKING, Sort.SUB)


class Rows:
    """Makes the rows of one view."""

    def __init__(self, view: View, depth: int = 4) -> None:
        self._view, self._index, self._depth = view, view.index, depth
        self._runs = [run for run in view.index.runs[1:] if run.first != NOWHERE]

    def window(self, rows: Iterable[int]) -> list[Row]:
        wanted = list(rows)
        if wanted:
            first, last = min(wanted), max(wanted)
            self._runs = [run for run in self._runs if run.first <= last and run.last >= first]
        return [self.row(each) for each in wanted]

    def row(self, row: int) -> Row:
        """One row, folded."""
        view, index = self._view, self._index
        sort, event = Sort(index.sort[row]), view.event(row)
        if sort is Sort.NOTE:
            return self._note(row)
        made = Row(
            n=index.at[row] + 1,
            kind=NAMES[sort],
            icon=picture(sort, event, starts_run=row in index.starters),
            time=event.time if isinstance(event.time, str) and len(event.time) <= _NAME else None,
            lane=index.lane(row),
            lanes=self._beside(row),
            run=index.runs[index.run[row]].id or None,
            line=line_of(event),
            file=view.file_of(event),
            open=is_open(index, row, self._depth),
            final=bool(index.marks[row] & FINAL),
            secrets=None if view.looked is None else view.looked.get(row, 0),
        )
        self._charge(made, row)
        if sort is Sort.TOOL:
            self._call(made, row, event)
        elif sort in _SAYS:
            self._words(made, row, sort, event)
        else:
            self._record(made, sort, event)
        return made

    def _beside(self, row: int) -> list[str] | None:
        here = self._index.runs[self._index.run[row]]
        return [run.id for run in self._runs if run is not here and run.first <= row <= run.last] or None

    def _charge(self, made: Row, row: int) -> None:
        places = (self._index.at[row], self._index.back[row], *self._index.more.get(row, ()))
        found = [each for at in places if (each := self._view.known.charges.get(at)) is not None]
        if found:
            made.tokens = sum(each.output for each in found)
            made.context = max(each.context for each in found)
            costs = [each.cost for each in found if each.cost is not None]
            made.cost = sum(costs) if costs else None

    # What was said

    def _words(self, made: Row, row: int, sort: Sort, event: Event) -> None:
        said = words(self._view, row)
        made.text, made.more = _short(said)
        made.md = is_rich(said)
        if sort is Sort.HUMAN:
            self._prompt(made, row)
        elif sort is Sort.SUB:
            made.name = event.span if isinstance(event.span, str) else None
        elif sort is Sort.THINKING and isinstance(event.body, Thought) and not isinstance(event.body.text, str):
            made.name = event.body.state.value

    def _prompt(self, made: Row, row: int) -> None:
        turn = self._index.turn_of(row)
        if turn is None or turn.row != row:
            return
        made.turn = turn.number
        made.sum = work(self._view, turn.number)

    # What was done

    def _call(self, made: Row, row: int, event: Event) -> None:
        view, result = self._view, self._view.result(row)
        body = event.body
        if isinstance(body, ToolCall):
            server = f"{body.server}:" if isinstance(body.server, str) and body.server else ""
            made.tool = brief(server + body.tool, _NAME)
            about, beside = subject(body, view.normal)
            made.arg, made.more = _short(about)
            made.arg2 = brief(beside) or None
        else:  # a result whose call is nowhere
            result = event
            actor = view.header.actors.get(event.actor)
            made.tool, made.name = actor.name if actor is not None else None, "result without a call"
        self._came_back(made, row, event, result)
        made.commit = view.commit_of(row) if row in view.commits else None
        made.par = self._together(row, event)
        again = view.known.retries.get(row)
        made.retry = None if again is None else self._index.number(again)
        if self._index.marks[row] & EDIT or event.uid in view.edits:
            _lines_changed(made, view, event.uid)

    def _came_back(self, made: Row, row: int, event: Event, result: Event | None) -> None:
        made.status = status(self._view, row)
        made.rline = line_of(result) if result is not event else None
        verdict = self._view.known.verdicts.get(row)
        back = returned(result)
        if back is not None and result is not None:
            text = text_of(back.content) or ""
            made.res = _told(text, bad=made.status == "failed") or None
            code = result.signs.exit if result.signs.exit is not UNSET else None if verdict is None else verdict.exit
            made.code = f"exit {code}" if code is not None and (code != 0 or made.status == "failed") else None
            took = result.signs.took
            made.ms = round(took * 1000) if isinstance(took, float | int) else latency(event, result)
            if made.tool is not None and made.icon == "read" and made.status != "failed" and "\n" in text:
                made.res = f"{lines_of(text):,} lines"

    def _together(self, row: int, event: Event) -> str | None:
        mates = self._index.groups.get(event.parallel, ()) if isinstance(event.parallel, str) else ()
        if len(mates) < 2:
            return None
        return "first" if row == mates[0] else "last" if row == mates[-1] else "mid"

    # What the program wrote

    def _record(self, made: Row, sort: Sort, event: Event) -> None:
        name, text = named(event)
        made.name = brief(name, _NAME)
        made.text, made.more = _short(text)
        if isinstance(event.origin, Origin):
            made.size = event.origin.length
        if self._index.marks[self._index.row_of[made.n - 1]] & FAILED:
            made.status = "failed"
        if sort is Sort.COMPACT and isinstance(event.body, Lifecycle):
            made.from_, made.to = _sizes(event.body.data)

    def _note(self, row: int) -> Row:
        note = self._view.notes[self._index.note[row]]
        text, more = _short(note.value if isinstance(note.value, str) else spelled(note.value))
        return Row(
            n=self._index.number(row), kind="note", icon="note", name=note.key, text=text, more=more,
            time=note.time if isinstance(note.time, str) else None, by=str(note.author), lane=self._index.lane(row),
        )  # fmt: skip


def status(view: View, row: int) -> str:
    """What came of a call."""
    index, result, event = view.index, view.result(row), view.event(row)
    if not isinstance(event.body, ToolCall):
        return "failed" if failed(event) else "unknown"
    if result is None or returned(result) is None:
        turn = index.turns[-1].row if index.turns else 0
        if event.signs.replayed or not view.live or row < turn:
            return "missing"
        return "running"
    verdict = view.known.verdicts.get(row)
    if index.marks[row] & FAILED:
        return "failed"
    if verdict is not None and verdict.success is not None:
        return "ok"
    sure = result.signs.exit == 0 or (isinstance(result.body, ToolResult) and result.body.error is False)
    return "ok" if sure else "unknown"


def words(view: View, row: int) -> str:
    """What a row says, whole."""
    places = view.index.said.get(row)
    if places is not None:
        return joined(view.events[at] for at in places) or ""
    for at in (view.index.at[row], *view.index.more.get(row, ())):
        body = view.events[at].body
        if isinstance(body, Text):
            return body.text
        if isinstance(body, Thought) and isinstance(body.text, str):
            return body.text
    return named(view.event(row))[1]


def named(event: Event) -> tuple[str, str]:
    """What a record of the program's own is called, and what it says."""
    body = event.body
    match body:
        case Lifecycle():
            said = body.text if isinstance(body.text, str) else "" if body.data is UNSET else spelled(body.data)
            return body.name, said
        case Span():
            return body.name, "" if body.data is UNSET else spelled(body.data)
        case Unknown():
            return body.name, ""
        case Blob():
            kind = body.media_type if isinstance(body.media_type, str) else "attachment"
            return kind, body.uri if isinstance(body.uri, str) else ""
        case Text():
            injected = event.signs.injected
            return injected.value if injected is not UNSET else event.role.value if event.role else "text", body.text
        case ToolResult():
            return "result", text_of(body.content) or ""
        case Thought():
            return body.state.value, body.text if isinstance(body.text, str) else ""
        case ToolCall():
            return body.tool, ""


def work(view: View, number: int) -> Work:
    """What was done for a prompt."""
    index = view.index
    turn = index.turns[number - 1]
    after = index.turns[number] if number < len(index.turns) else None
    end = len(view.events) if after is None else after.at
    last = next((view.events[at].time for at in range(end - 1, turn.at, -1) if _counts(view.events[at])), UNSET)
    running = view.live and after is None
    return Work(
        calls=turn.calls,
        failed=turn.failed,
        missing=0 if running else turn.missing,
        running=turn.missing if running else 0,
        seconds=seconds_between(view.events[turn.at].time, last),
        tokens=turn.tokens,
        cost=turn.cost,
    )


def _counts(event: Event) -> bool:
    return isinstance(event.time, str) and not (isinstance(event.body, Lifecycle) and event.body.transient)


def _short(text: str) -> tuple[str | None, int | None]:
    line, more = one_line(text)
    return line or None, more or None


def _told(text: str, *, bad: bool) -> str:
    """One line of a result: the first, or the last of one that failed, where the reason stands."""
    lines = text.strip()
    line = lines.rpartition("\n")[2] if bad else lines.partition("\n")[0]
    return one_line(line)[0]


def _sizes(data: object) -> tuple[int | None, int | None]:
    """How many tokens a compaction made of how many, where its record says so."""
    found = data if isinstance(data, dict) else {}
    counts = [value for value in found.values() if isinstance(value, int) and not isinstance(value, bool)]
    return (max(counts), min(counts)) if len(counts) == 2 and counts[0] != counts[1] else (None, None)


def _lines_changed(made: Row, view: View, uid: str) -> None:
    """How many lines of how many files a call changed, as far as the log says."""
    found = [each for each in view.edits.get(uid, ()) if not isinstance(each.steps[-1], Seen | Tried)]
    made.files = len({each.path for each in found}) or None
    for each in found:
        real = tuple(step for step in each.steps if not isinstance(step, Move))
        around = {"new": each.new, "before": each.before}
        lines = diffs.counted(each.hunks, real, partial(diffs.of_steps, real, around))
        if lines is not None:
            made.plus, made.minus = (made.plus or 0) + lines[0], (made.minus or 0) + lines[1]
