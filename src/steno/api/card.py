"""What a session holds: the counts of its format, and what people want to know of it.  Prints nothing."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from msgspec import UNSET, Struct

from steno import pipeline, registry, tools
from steno.base.ids import sha256
from steno.base.time import ends
from steno.diagnostics import Place, Report
from steno.edits.calls import Delete, Edit, Seen, Tried, edits
from steno.edits.paths import spelled
from steno.model import JSON, Event, Kind, Lifecycle, Span, Trace
from steno.model.steps import Step, steps
from steno.model.tree import tree
from steno.passes.join import NAME as SUBAGENT
from steno.prices import Prices
from steno.session import Input, digest, known_as, overview, own_id, stream, with_steps
from steno.speech import messages
from steno.spending import Spending
from steno.stats import By, Group
from steno.usage import requests

SCHEMA = "steno.info/1"


class Uses(Struct):
    """How often something was done, and how often the log says that it failed."""

    count: int = 0
    failed: int = 0

    def add(self, step: Step) -> None:
        self.count += 1
        self.failed += step.get("success") is False


class Card(Struct, kw_only=True):
    """What is known of a session, sub-agents included; what is not known is empty or None."""

    title: str = ""
    agent: str = ""
    """With the version it ended with."""
    id: tuple[str, str] = ("", "")
    """The first that the source states, and what it calls it."""
    format: str = ""
    project: str = ""
    first: str | None = None
    last: str | None = None
    """The times of the first and the last event, as the source spells them."""
    turns: int = 0
    models: tuple[str, ...] = ()
    """Those that answered most first."""
    spent: Group
    tools: dict[str, Uses]
    """By full name, those that were used most first."""
    commands: Uses
    files: dict[str, str]
    """The files that edits changed, with what became of each: `new`, `changed` or `deleted`."""
    forks: int = 0
    """How often somebody went back and said something else ..."""
    left: int = 0
    """... and how many prompts were left behind: they are counted, and not on the path to the end."""
    origin: str = ""
    """The session from which it goes on ..."""
    replayed: int = 0
    """... and how many tool calls of that one it repeats, which are counted there."""
    subagents: int = 0
    unrecorded: tuple[str, ...] = ()
    """What logs of this agent never say."""


def card(trace: Trace, prices: Prices, name: str) -> Card:
    """The card of a trace; `name` stands for the session where the trace does not state one."""
    trace = with_steps(trace)
    header, seen = trace.header, overview(trace)
    spending = Spending(By.AGENT, prices)
    spending.add(trace, name)
    spending.finish()
    done = [step for step in steps(trace) if step.get("tool") and not step.anchor.signs.replayed]
    said = messages(header, trace.events)
    branches = tree(trace.events, [each.index for each in said])
    tools, commands = _uses(done)
    ids = ((key, values[0]) for key, values in header.ids.items() if values)
    span = _span(trace.events)
    known = registry.agents.get(header.sources[0].format) if header.sources else None
    return Card(
        title=seen.title if isinstance(seen.title, str) else "",
        agent=" ".join([header.agent, *header.versions[-1:]]) if isinstance(header.agent, str) else "",
        id=next(ids, ("", "")),
        format=header.sources[0].format if header.sources else "",
        project=seen.project if isinstance(seen.project, str) else "",
        first=span[0],
        last=span[1],
        turns=seen.turns,
        models=_models(trace),
        spent=spending.total,
        tools=tools,
        commands=commands,
        files=_files(edits(trace)),
        forks=len(branches.forks),
        left=sum(each.event.uid in branches.left for each in said),
        **_origin(trace),
        subagents=sum(_starts_agent(event) for event in trace.events),
        unrecorded=known.cannot if known is not None else (),
    )


def _origin(trace: Trace) -> dict[str, Any]:
    """Whose work a session goes on with, and how much of it its log repeats."""
    ids = trace.header.ids
    origin = next((ids[name][0] for name in ("forked_from", "history_base") if ids.get(name)), "")
    calls = (event for event in trace.events if event.kind is Kind.TOOL_CALL and event.echo_of is UNSET)
    return {"origin": origin, "replayed": sum(event.signs.replayed for event in calls)}


def _span(events: Iterable[Event]) -> tuple[str | None, str | None]:
    """Without what the program only keeps while it runs."""
    times = (
        event.time
        for event in events
        if isinstance(event.time, str) and not (isinstance(event.body, Lifecycle) and event.body.transient)
    )
    found = ends(times)
    return (None, None) if found is None else (found[0][1], found[1][1])


def _models(trace: Trace) -> tuple[str, ...]:
    """Those of the requests; where the log states none, those that it names."""
    asked = Counter(each.model for each in requests(trace) if each.model is not None)
    named = asked or Counter(event.model for event in trace.events if isinstance(event.model, str))
    return tuple(model for model, _ in named.most_common())


def _uses(done: Sequence[Step]) -> tuple[dict[str, Uses], Uses]:
    """Of each tool, and of all command lines."""
    used: dict[str, Uses] = {}
    commands = Uses()
    for step in done:
        name = str(step.get("tool"))
        used.setdefault(name, Uses()).add(step)
        if step.get("surface") == "cli" and (step.get("operation") == "execute" or tools.runs(name)):
            commands.add(step)
    return dict(sorted(used.items(), key=lambda item: (-item[1].count, item[0]))), commands


def _files(done: Iterable[Edit]) -> dict[str, str]:
    files: dict[str, str] = {}
    for edit in done:
        real = [step for step in edit.steps if not isinstance(step, Seen | Tried)]
        if real:
            path = spelled(edit.path, edit.cwd)
            gone = isinstance(real[-1], Delete)
            new = files.get(path) == "new" or (path not in files and edit.new)
            files[path] = "deleted" if gone else "new" if new else "changed"
    return files


def _starts_agent(event: Event) -> bool:
    body = event.body
    return event.kind is Kind.SPAN_START and (
        event.child_run is not UNSET or (isinstance(body, Span) and body.name == SUBAGENT)
    )


# The counts of a format


def counts(source: Input, stdin: BinaryIO, report: Report, format: str | None = None) -> Iterator[dict[str, JSON]]:
    """What an input holds, one object per trace.  What is not known is absent.  Sub-agents' files are not looked at."""
    data = stdin.read() if source.path is None else b""
    with stream(source, io.BytesIO(data)) as file:
        named, file = known_as(source, file, format)
        found, reader, file = pipeline.recognised(file, Place(source.name), named)
        for trace in reader.read(file, Place(source.name), report):
            if source.inner and own_id(trace) != source.inner:
                continue
            stated = {"agent": trace.header.agent, "ids": trace.header.ids or UNSET, "title": trace.header.title}
            yield {
                "schema": SCHEMA,
                "path": source.name,
                "format": found.name,
                **{key: value for key, value in stated.items() if value is not UNSET},
                **_size(source, data),
                **_span_and_models(trace),
                **(found.count(trace) if found.count else {}),
            }


def _size(source: Input, data: bytes) -> dict[str, JSON]:
    """Of the file as it lies there, compressed or not."""
    if source.path is None:
        return {"bytes": len(data), "sha256": sha256(data)}
    return {"bytes": source.path.stat().st_size, "sha256": digest(source.path)}


def _span_and_models(trace: Trace) -> dict[str, JSON]:
    times = [(moment, event.time) for event in trace.events if (moment := event.instant()) is not None]
    models = sorted({event.model for event in trace.events if isinstance(event.model, str)})
    return {
        **({"first_timestamp": min(times)[1], "last_timestamp": max(times)[1]} if times else {}),
        "models": models,
    }
