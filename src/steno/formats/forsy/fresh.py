"""A trace of any origin as a Forsy trace: its steps as the notes have them, null where nothing is known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from msgspec.structs import replace

from steno.base.exact import JSON, encode
from steno.base.ids import sha256
from steno.base.time import Spelled, ends, parse
from steno.formats.forsy.artifacts import derived, made
from steno.formats.forsy.links import outward
from steno.formats.forsy.order import unbroken
from steno.formats.forsy.sums import sums
from steno.formats.forsy.wire import HASH, IDS, JUDGED_SUMMARY, JUDGED_TOP, UNSTATED
from steno.formats.forsy.words import STEP, TOP, VERSION
from steno.model import ToolCall, Trace
from steno.model.calls import results
from steno.model.outcome import OTHER
from steno.model.steps import ARTIFACTS, Step, steps, whole

Object = dict[str, JSON]

_IDS = ("trace", "session", "conversation", "run")
"""What a trace may be called by, the best first."""
_TEXTS = ("input", "output")


class Fresh:
    def __init__(self, trace: Trace, *, prompt_text: bool) -> None:
        self._trace, self._prompt_text = trace, prompt_text
        self.steps = steps(trace)
        self.results = results(trace.events)
        """The result of each call, by the call's uid."""
        self.numbers: dict[str, int] = {step.anchor.uid: step.number for step in self.steps}

    def step(self, step: Step) -> Object:
        """The 28 fields."""
        found: Object = dict.fromkeys(STEP)
        for key in STEP:
            if (note := step.notes.get(key)) is not None:
                found[key] = outward(key, note.value, self.numbers)
        for key in _TEXTS:
            if found[key] is not None and type(found[key]) is not str:
                found[key] = encode(found[key]).decode("utf-8", "surrogatepass")
        return found | {"step": step.number, "action": step.action}

    def all_steps(self) -> list[Object]:
        """Every step, in the order of the log.

        Steps are in the order of time, so that a time which goes back against that of the log is not known: a clock
        was set, or a record written late.  As few times as can be are left out.
        """
        written = [self.step(step) for step in self.steps]
        moments = [_moment(step["started_at"]) for step in written]
        if any(late < early for early, late in pairwise(each for each in moments if each is not None)):
            kept = unbroken(moments)
            for index, step in enumerate(written):
                if index not in kept:
                    step["started_at"] = None
        return written

    def top(self, written: list[Object]) -> Object:
        """Every field of the top; `steps` are those that were written."""
        said = whole(self._trace)
        header = self._trace.header
        first, last = self._span()
        start = header.started if isinstance(header.started, str) else None
        # No step lies before the trace begins.
        begins = start is not None and (moment := _moment(start)) is not None and (not first or moment <= first[0])
        found: Object = dict.fromkeys(TOP)
        found |= {key: said[key].value for key in JUDGED_TOP if key in said}
        found |= {
            "schema_version": VERSION,
            "trace_id": self._id(written),
            "prior_trace_id": next(iter(header.ids.get(IDS["prior_trace_id"], ())), None),
            "task": task if type(task := found["task"]) is str and task else UNSTATED,
            "termination_reason": found["termination_reason"] or OTHER,
            "agent_tools": self._tools(),
            "started_at": start if begins else first and first[1],
            "ended_at": last and last[1],
            "system_prompt": self._prompt(),
            "steps": written,
            "static_output": self._static(),
            "summary": sums(written) | {key: said[key].value if key in said else None for key in JUDGED_SUMMARY},
        }
        return found

    def _id(self, written: list[Object]) -> str:
        ids = self._trace.header.ids
        stated = next((id for name in (*_IDS, *ids) for id in ids.get(name, ())), None)
        # Without an id of its own, a trace is what it says.
        return stated or f"forsy_trace_{sha256(encode(written))[:16]}"

    def _tools(self) -> list[JSON]:
        """The tools that the header lists; else those that were used, which were there for certain."""
        if self._trace.header.tools:
            return list(self._trace.header.tools)
        used = (step.get("tool") for step in self.steps if isinstance(step.anchor.body, ToolCall))
        return list(dict.fromkeys(tool for tool in used if type(tool) is str))

    def _prompt(self) -> str | None:
        """Hashes, unless the text is asked for: a prompt may not be ours to publish."""
        prompts = self._trace.header.system_prompts
        if self._prompt_text and len(prompts) == 1:
            return next(iter(prompts.values()))
        return " ".join(f"{HASH}{key}" for key in prompts) or None

    def _span(self) -> tuple[Spelled | None, Spelled | None]:
        """The first and the last time of the log."""
        found = ends(event.time for event in self._trace.events if isinstance(event.time, str))
        return (None, None) if found is None else found

    def _static(self) -> Object | None:
        numbers, said = dict(self._of_events()), whole(self._trace)
        artifacts = derived(said[ARTIFACTS].value, numbers) if ARTIFACTS in said else []
        told = {number for each in artifacts for number in each["related_steps"] or ()}
        # A patch of a step whose files are told already would tell the same change twice.
        rest = [each for each in self._trace.patches if numbers.get(str(each.event)) not in told]
        artifacts += made(replace(self._trace, patches=tuple(rest)), numbers)
        return {"artifacts": artifacts} if artifacts else None

    def _of_events(self) -> Iterator[tuple[str, int]]:
        """The number of the step that describes an event."""
        for step in self.steps:
            yield step.anchor.uid, step.number
            if (result := self.results.get(step.anchor.uid)) is not None:
                yield result.uid, step.number


def _moment(time: JSON) -> datetime | None:
    return parse(time) if type(time) is str else None
