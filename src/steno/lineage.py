"""The runs of an agent's session as a tree: itself, the sub-agents it started, and those they started.

Counts what each run did itself.  Reads files; prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import UNSET

from steno import registry, session
from steno.base.exact import JSON
from steno.base.files import Unreadable
from steno.diagnostics import Place, Report
from steno.family import beside, family
from steno.formats.awf.runs import Part, Run, Runs
from steno.formats.awf.tree import Forest, forest
from steno.model import Event, Header, Lifecycle, Origin, ToolCall, Trace
from steno.model.runs import run_of, runs
from steno.model.steps import steps
from steno.speech import branches
from steno.usage import Ledger, Request, requests

if TYPE_CHECKING:
    from steno.agents.contract import Tick

_SAID = ("description", "name", "subagent_type", "agent_type", "message", "prompt")
"""Where a call that starts a sub-agent says what it is for."""
_ORIGINS = ("forked_from", "history_base")
_LONGEST = 80
_NOWHERE = Place("")


def lineage(source: session.Input, stdin: BinaryIO, report: Report, find: session.Find) -> Forest:
    """The tree around a session; `find` gives the sessions among which those of its sub-agents may lie."""
    found, ledger = Runs(report), Ledger[Run]()
    (first, *_) = session.read(source, stdin, report)
    logs = _family(source.path, first.header.agent, find) if source.path is not None else ()
    if not logs:
        (first, *_) = session.read(source, stdin, report, subagents=True)
        _add(found.runs, first, source.name, ledger)
    for path in logs:
        try:
            for trace in session.read(session.Input(str(path), path, source.agent), stdin, report):
                _add(found.runs, trace, str(path), ledger, apart=True)
        except Unreadable:
            if path == source.path:
                raise
    for run, rest in ledger.rest():
        _took(found.runs, run, rest)
    return forest(found)


def _family(path: Path, agent: object, find: session.Find) -> list[Path]:
    """The logs of the tree around a log, where sub-agents have logs among all others and beside it."""
    found = family(agent, find, [path, *beside(path)])
    return [] if found is None else found.around(path)


# One trace


def _add(found: dict[str, Run], trace: Trace, file: str, ledger: Ledger[Run], *, apart: bool = False) -> None:
    """The runs in a trace: its own, and those of sub-agents that were joined into it or are only mentioned.

    What it repeats of another one counts there.  Where sub-agents have logs `apart`, those say whose they are.
    """
    known, header = runs(trace), trace.header
    main = next(iter(header.ids.get("thread") or header.ids.get("session") or (file,)))
    own = found.setdefault(main, Run(main))
    own.name = own.name or _title(trace)
    own.origins = own.origins or tuple(each for name in _ORIGINS for each in header.ids.get(name, ()) if each != main)
    own.forks += len(branches(header, trace.events).forks)
    for parent in header.ids.get("parent", ()):
        own.parents.setdefault(parent, _NOWHERE)
    calls = {event.call: event for event in trace.events if isinstance(event.body, ToolCall) and event.echo_of is UNSET}
    counted: set[tuple[str, object]] = set()
    ticks = _ticks(trace)
    told = {uid for tick in ticks for uid in tick.told}
    for event in trace.events:
        id = run_of(event, known) or main
        run = found.setdefault(id, Run(id))
        if isinstance(event.origin, Origin) and event.uid not in told:
            _count(run, event, _file(header, event, file), counted)
        if isinstance(event.child_run, str) and event.child_run != id and not apart:
            _link(found, event.child_run, id, calls.get(event.call))
    for id in known:  # the program starts some itself, such as the one that writes a compaction
        if id != main and id in found and not found[id].parents:
            _link(found, id, main, None)
    for step in steps(session.with_steps(trace)):
        failed = isinstance(step.anchor.body, ToolCall) and step.get("success") is False
        if failed and not step.anchor.signs.replayed:
            found[run_of(step.anchor, known) or main].failures += 1
    _told(found, ticks, file)
    _took(found, own, ledger.add(own, requests(trace, nested=True)))


def _took(found: dict[str, Run], own: Run, took: Iterable[Request]) -> None:
    for each in took:
        run = found.get(each.span or own.id) or own
        taken = each.input + each.cache_read + each.cache_write + each.cache_write_1h + each.output
        run.tokens = (run.tokens or 0) + taken


def _ticks(trace: Trace) -> list[Tick]:
    agent = registry.agents.get(trace.header.agent)
    return [] if agent is None or agent.ticks is None else list(agent.ticks()(trace.events))


def _told(found: dict[str, Run], ticks: list[Tick], file: str) -> None:
    """Runs of which there is nothing but what the log of another tells."""
    called: dict[str, set[str]] = {}
    failed: dict[str, set[str]] = {}
    for tick in ticks:
        run = found[tick.run]
        if run.parts and not run.only_mentioned:
            continue
        run.only_mentioned = True
        _seen(run.parts.setdefault(file, Part()), tick.event)
        called.setdefault(tick.run, set()).update(tick.calls)
        failed.setdefault(tick.run, set()).update(tick.failed)
        run.calls, run.failures = len(called[tick.run]), len(failed[tick.run])


def _count(run: Run, event: Event, file: str, counted: set[tuple[str, object]]) -> None:
    if isinstance(event.body, Lifecycle) and event.body.transient:
        return
    _seen(run.parts.setdefault(file, Part()), event)
    if event.echo_of is not UNSET or event.signs.replayed or not isinstance(event.body, ToolCall):
        return
    key = (run.id, event.call if isinstance(event.call, str) else event.uid)
    if key in counted:
        return
    counted.add(key)
    run.calls += 1


def _seen(part: Part, event: Event) -> None:
    part.events += 1
    if isinstance(event.time, str):
        part.first, part.last = part.first or event.time, event.time


def _link(found: dict[str, Run], child: str, parent: str, call: Event | None) -> None:
    run = found.setdefault(child, Run(child))
    run.parents.setdefault(parent, _NOWHERE)
    if run.name is None and call is not None and isinstance(call.body, ToolCall):
        run.name = _purpose(call.body.arguments)


def _purpose(arguments: object) -> str | None:
    stated: Mapping[str, JSON] = arguments if isinstance(arguments, dict) else {}
    for key in _SAID:
        if isinstance(text := stated.get(key), str) and text.strip():
            return text.strip().splitlines()[0][:_LONGEST]
    return None


def _title(trace: Trace) -> str | None:
    """What a session is called; a sub-agent may have a name of its own."""
    stated = trace.header.environment
    named = [str(stated[key]) for key in ("agent_nickname", "agent_role") if isinstance(stated.get(key), str)]
    seen = session.overview(trace)
    return " ".join(named) or (seen.title if isinstance(seen.title, str) else None)


def _file(header: Header, event: Event, file: str) -> str:
    number = getattr(event.origin, "source", 0)
    path = header.sources[number].path if number < len(header.sources) else UNSET
    return path if isinstance(path, str) else file
