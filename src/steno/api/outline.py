"""Outline a session: its prompts, and for each what the agent said and which tools it used."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct, field

from steno.api.read import of_session
from steno.base.time import ends
from steno.compare.items import Item, What, items
from steno.compare.normal import Normal
from steno.model import Lifecycle, Trace
from steno.model.calls import text_of
from steno.model.steps import Step, steps
from steno.session import overview, own_id, with_steps
from steno.speech import messages
from steno.usage import requests


class Call(Struct, omit_defaults=True):
    """One call of a tool."""

    number: int
    """Its place in the log, counted from 1."""
    uid: str
    tool: str
    subject: str
    """What it is about, as short as it can be said; paths count from the folder of the session."""
    time: str | None = None
    seconds: float | None = None
    """Until its result was recorded."""
    failed: bool = False
    """The log says so; where it says nothing, nobody knows."""
    trouble: str | None = None
    """What came back, where it failed."""
    retry_of: int | None = None
    """The number of the failed call that this one makes again."""
    runs: list[Run] = field(default_factory=list)
    """The sub-agents that it started."""


class Stage(Struct, omit_defaults=True):
    """Something that the agent said, and the calls that it made next."""

    number: int
    words: str | None = None
    time: str | None = None
    calls: list[Call] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    """Sub-agents that no call started: the program did, such as to write a compaction."""

    @property
    def tools(self) -> dict[str, list[Call]]:
        """Its calls by tool, in the order in which the tools were first used."""
        found: dict[str, list[Call]] = {}
        for call in self.calls:
            found.setdefault(call.tool, []).append(call)
        return found


class Run(Struct):
    """What a sub-agent did."""

    id: str
    stages: list[Stage] = field(default_factory=list)


class Turn(Struct, omit_defaults=True):
    """A prompt, and everything up to the next one.  What comes before the first prompt has none."""

    number: int
    event: int
    """The place of the prompt in the log, counted from 1."""
    prompt: str | None = None
    time: str | None = None
    seconds: float | None = None
    """From the prompt to the last event before the next one."""
    tokens: int | None = None
    """Of all prompts and answers of the model, sub-agents included."""
    output_tokens: int | None = None
    stages: list[Stage] = field(default_factory=list)


class Outline(Struct, omit_defaults=True):
    session: str | None
    title: str | None
    turns: list[Turn]


def made(stages: Iterable[Stage]) -> Iterator[Call]:
    """The calls of some stages, those of sub-agents included."""
    waiting = deque(stages)
    while waiting:
        stage = waiting.popleft()
        yield from stage.calls
        runs = [*stage.runs, *(run for call in stage.calls for run in call.runs)]
        waiting += [inner for run in runs for inner in run.stages]


def outlined(trace: Trace) -> Outline:
    """The outline of one trace."""
    seen = overview(trace)
    title = seen.title if isinstance(seen.title, str) else None
    return Outline(own_id(trace) or None, title, _Drawing(trace).turns())


outline = of_session(outlined)
"""The outlines of the traces that a word names."""


class _Drawing:
    """Puts the items of a trace where they belong."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._normal, self._items = trace, Normal(trace), items(trace)
        self._places = {event.uid: at for at, event in enumerate(trace.events)}
        known = steps(with_steps(trace))
        self._steps: dict[str, Step] = {step.anchor.uid: step for step in known}
        self._made: dict[str, Call] = {}
        """Calls by their own id: a sub-agent is known by the call that started it."""
        self._starters = {
            event.child_run: event.call
            for event in trace.events
            if isinstance(event.child_run, str) and isinstance(event.call, str)
        }

    def turns(self) -> list[Turn]:
        turns = self._prompts()
        starts = [turn.event - 1 for turn in turns]
        runs: dict[str, Run] = {}
        for item in self._items:
            if item.what not in (What.WORDS, What.CALL):
                continue
            turn = turns[max(bisect_right(starts, item.at) - 1, 0)]
            self._add(item, self._stages(item, turn, runs))
        self._time(turns, starts)
        self._count(turns, starts)
        return [turn for turn in turns if turn.prompt is not None or turn.stages]

    def _prompts(self) -> list[Turn]:
        """A turn for each message of a human; in the log of a sub-agent, for what it was asked."""
        trace = self._trace
        said = [(each.index, each.words) for each in messages(trace.header, trace.events)]
        if not said:
            said = [(item.at, item.text) for item in self._items if item.what is What.PROMPT and not item.nested]
        turns = [Turn(0, 1)] if not said or said[0][0] else []
        return turns + [
            Turn(number, at + 1, words or "", time if isinstance(time := trace.events[at].time, str) else None)
            for number, (at, words) in enumerate(said, 1)
        ]

    def _stages(self, item: Item, turn: Turn, runs: dict[str, Run]) -> list[Stage]:
        """Where an item belongs: to its turn, or to the sub-agent whose it is."""
        span = item.event.span
        if not item.nested or not isinstance(span, str):
            return turn.stages
        if span not in runs:
            runs[span] = Run(span)
            starter = self._made.get(self._starters.get(span, ""))
            if starter is None and not turn.stages:
                turn.stages.append(Stage(item.at + 1))
            holder = turn.stages[-1] if starter is None else starter
            holder.runs.append(runs[span])
        return runs[span].stages

    def _add(self, item: Item, stages: list[Stage]) -> None:
        time = item.event.time if isinstance(item.event.time, str) else None
        if item.what is What.WORDS or not stages:
            words = item.text if item.what is What.WORDS else None
            if words is not None and not words.strip():
                return
            stages.append(Stage(item.at + 1, words, time))
        if item.what is What.CALL:
            call = self._call(item, time)
            stages[-1].calls.append(call)
            if isinstance(item.event.call, str):
                self._made.setdefault(item.event.call, call)

    def _call(self, item: Item, time: str | None) -> Call:
        step = self._steps.get(item.event.uid)
        failed = step is not None and step.get("success") is False
        again = None if step is None else step.get("retry_of")
        end = None if item.result is None else item.result.time
        span = ends([time, end]) if time is not None and isinstance(end, str) else None
        back = getattr(item.result.body, "content", UNSET) if item.result is not None else UNSET
        return Call(
            number=item.at + 1,
            uid=item.event.uid,
            tool=item.name,
            subject=self._normal.relative(item.subject),
            time=time,
            seconds=None if span is None else (span[1][0] - span[0][0]).total_seconds(),
            failed=failed,
            trouble=text_of(back) if failed else None,
            retry_of=self._places[again] + 1 if isinstance(again, str) and again in self._places else None,
        )

    def _time(self, turns: Sequence[Turn], starts: Sequence[int]) -> None:
        times: list[list[str]] = [[] for _ in turns]
        for at, event in enumerate(self._trace.events):
            passing = isinstance(event.body, Lifecycle) and event.body.transient
            if isinstance(event.time, str) and not passing:
                times[max(bisect_right(starts, at) - 1, 0)].append(event.time)
        for turn, some in zip(turns, times, strict=True):
            if (span := ends(some)) is not None:
                turn.time = turn.time or span[0][1]
                turn.seconds = (span[1][0] - span[0][0]).total_seconds()

    def _count(self, turns: Sequence[Turn], starts: Sequence[int]) -> None:
        taken: Counter[int] = Counter()
        output: Counter[int] = Counter()
        for each in requests(self._trace, nested=True):
            at = max(bisect_right(starts, self._places[each.event]) - 1, 0)
            taken[at] += each.input + each.cache_read + each.cache_write + each.cache_write_1h + each.output
            output[at] += each.output
        for at in taken:
            turns[at].tokens, turns[at].output_tokens = taken[at], output[at]
