"""The runs of a Claude Code or Codex session as a tree: itself, the sub-agents it started, and those they started.

Counts what each run did itself.  Reads files; prints nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import UNSET

from steno import session
from steno.agents.claude_code.ticks import ticks
from steno.agents.codex import places as codex
from steno.base.exact import JSON
from steno.base.files import Unreadable
from steno.diagnostics import Place, Report
from steno.formats.awf.runs import Part, Run
from steno.formats.awf.tree import Forest
from steno.model import Event, Header, Lifecycle, Origin, ToolCall, Trace
from steno.model.runs import run_of, runs
from steno.model.steps import steps
from steno.sources import Session
from steno.spending import opening
from steno.usage import requests

AGENTS = ("claude-code", "codex")
"""Whose sessions have such trees."""

_ID = re.compile(rb'"payload":\s?\{[^{}]*?"id":"([^"\\]+)"')
_PARENT = re.compile(rb'"parent_thread_id":"([^"\\]+)"')
_SAID = ("description", "name", "subagent_type", "agent_type", "message", "prompt")
"""Where a call that starts a sub-agent says what it is for."""
_LONGEST = 80
_NOWHERE = Place("")


def lineage(source: session.Input, stdin: BinaryIO, report: Report, found: Sequence[Session]) -> Forest:
    """The tree around a session; `found`: the sessions among which those of Codex's threads lie."""
    forest = Forest({})
    (first, *_) = session.read(source, stdin, report, subagents=True)
    if first.header.agent != codex.AGENT or source.path is None:
        _add(forest, first, source.name)
    else:
        for path in _family(source.path, found):
            try:
                for trace in session.read(session.Input(str(path), path, codex.AGENT), stdin, report):
                    _add(forest, trace, str(path))
            except Unreadable:
                if path == source.path:
                    raise
    for id, run in list(forest.runs.items()):
        for parent in run.parents:
            forest.runs.setdefault(parent, Run(parent))
            if parent != id and id not in forest.parent:
                forest.parent[id] = parent
                forest.children.setdefault(parent, []).append(id)
    for children in forest.children.values():
        children.sort(key=lambda id: forest.runs[id].first() or "")
    forest.roots = [id for id in forest.runs if id not in forest.parent]
    _cut(forest)
    return forest


def _cut(forest: Forest) -> None:
    """Runs that call each other their parent have no root: the first of each circle becomes one."""
    seen = {id for _, id in forest.walk()}
    for id in forest.runs:
        if id not in seen:
            forest.children[forest.parent.pop(id)].remove(id)
            forest.roots.append(id)
            seen |= {each for _, each in forest.walk([id])}


# One trace


def _add(forest: Forest, trace: Trace, file: str) -> None:
    """The runs in a trace: its own, and those of sub-agents that were joined into it or are only told of."""
    known, header = runs(trace), trace.header
    main = next(iter(header.ids.get("thread") or header.ids.get("session") or (file,)))
    own = forest.runs.setdefault(main, Run(main))
    own.name = own.name or _title(trace)
    for parent in header.ids.get("parent", ()):
        own.parents.setdefault(parent, _NOWHERE)
    calls = {event.call: event for event in trace.events if isinstance(event.body, ToolCall) and event.echo_of is UNSET}
    counted: set[tuple[str, object]] = set()
    for event in trace.events:
        id = run_of(event, known) or main
        run = forest.runs.setdefault(id, Run(id))
        if isinstance(event.origin, Origin):
            _count(run, event, _file(header, event, file), counted)
        if isinstance(event.child_run, str) and event.child_run != id and header.agent != codex.AGENT:
            _link(forest, event.child_run, id, calls.get(event.call))
    for id in known:  # the program starts some itself, such as the one that writes a compaction
        if id != main and id in forest.runs and not forest.runs[id].parents:
            _link(forest, id, main, None)
    for step in steps(session.with_steps(trace)):
        if isinstance(step.anchor.body, ToolCall) and step.get("success") is False:
            forest.runs[run_of(step.anchor, known) or main].failures += 1
    _told(forest, trace, file)
    for each in requests(trace, nested=True):
        run = forest.runs.get(each.span or main) or own
        taken = each.input + each.cache_read + each.cache_write + each.cache_write_1h + each.output
        run.tokens = (run.tokens or 0) + taken


def _told(forest: Forest, trace: Trace, file: str) -> None:
    """Runs of which there is nothing but what `progress` records tell."""
    called: dict[str, set[str]] = {}
    failed: dict[str, set[str]] = {}
    for tick in ticks(trace.events):
        run = forest.runs[tick.run]
        if run.parts and not run.told:
            continue
        run.told = True
        _seen(run.parts.setdefault(file, Part()), tick.event)
        called.setdefault(tick.run, set()).update(tick.calls)
        failed.setdefault(tick.run, set()).update(tick.failed)
        run.calls, run.failures = len(called[tick.run]), len(failed[tick.run])


def _count(run: Run, event: Event, file: str, counted: set[tuple[str, object]]) -> None:
    if isinstance(event.body, Lifecycle) and event.body.transient:
        return
    _seen(run.parts.setdefault(file, Part()), event)
    if event.echo_of is not UNSET or not isinstance(event.body, ToolCall):
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


def _link(forest: Forest, child: str, parent: str, call: Event | None) -> None:
    run = forest.runs.setdefault(child, Run(child))
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
    """What a session is called; a Codex thread that another one started has a name of its own."""
    stated = trace.header.environment
    named = [str(stated[key]) for key in ("agent_nickname", "agent_role") if isinstance(stated.get(key), str)]
    seen = session.overview(trace)
    return " ".join(named) or (seen.title if isinstance(seen.title, str) else None)


def _file(header: Header, event: Event, file: str) -> str:
    number = getattr(event.origin, "source", 0)
    path = header.sources[number].path if number < len(header.sources) else UNSET
    return path if isinstance(path, str) else file


# The threads of Codex


def _family(path: Path, found: Sequence[Session]) -> list[Path]:
    """The files of all threads of a thread's tree: among all sessions, and beside it."""
    beside = sorted(path.parent.glob("*.jsonl*"))
    paths = dict.fromkeys([path, *beside, *(each.path for each in found if each.agent == codex.AGENT)])
    ids: dict[Path, tuple[bytes | None, bytes | None]] = {each: _ids(opening(each)) for each in paths}
    home = {id: each for each, (id, _) in reversed(ids.items()) if id is not None}
    root, seen = path, {path}
    while (parent := home.get(ids[root][1] or b"")) is not None and parent not in seen:
        root = parent
        seen.add(root)
    below: dict[bytes, list[Path]] = {}
    for each, (_, parent_id) in ids.items():
        below.setdefault(parent_id or b"", []).append(each)
    return list(_descent(root, ids, below))


def _descent(
    root: Path, ids: Mapping[Path, tuple[bytes | None, bytes | None]], below: Mapping[bytes, Iterable[Path]]
) -> Iterator[Path]:
    waiting, done = [root], set[bytes | Path]()
    while waiting:
        path = waiting.pop()
        id = ids[path][0]
        if (id or path) in done:
            continue  # the same thread under another name
        done.add(id or path)
        yield path
        waiting += below.get(id or b"-", ())


def _ids(head: bytes) -> tuple[bytes | None, bytes | None]:
    """A thread's own id and that of the one that started it, by the first line of its file."""
    own, parent = _ID.search(head), _PARENT.search(head)
    return (own[1] if own else None), (parent[1] if parent else None)
