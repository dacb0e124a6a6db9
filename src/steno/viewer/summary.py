"""What stands at the head of a session: what it is, how long it is, and what it took."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from steno import registry
from steno.base.time import ends
from steno.diagnostics import Diagnostic
from steno.model import Lifecycle, Trace
from steno.session import overview, own_id
from steno.viewer.index import EDIT, FAILED
from steno.viewer.lists import chosen
from steno.viewer.opened import Reading
from steno.viewer.sorts import Sort
from steno.viewer.texts import brief
from steno.viewer.view import View, seconds_between

_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}")


class File(Struct, omit_defaults=True):
    """A file that the session was read from."""

    name: str
    size: int | None = None
    sha256: str | None = None


class Counts(Struct):
    """How many rows each filter lets through, and how much there is of other things."""

    failures: int
    edits: int
    thoughts: int
    subagents: int
    program: int
    prompts: int
    commits: int
    compactions: int
    notes: int
    findings: int | None
    """None where nobody looked."""


class Summary(Struct, kw_only=True):
    key: str
    id: str | None
    title: str | None
    agent: str | None
    format: str | None
    versions: list[str]
    models: list[str]
    project: str | None
    branch: str | None
    started: str | None
    ended: str | None
    seconds: float | None
    turns: int
    calls: int
    failed: int
    tokens: int | None
    cost: float | None
    cost_is_least: bool
    events: int
    rows: int
    files: list[File]
    live: bool
    mode: str
    """`recorded`, where the agent's program was watched; `retraced`, where its log was read afterwards."""
    fidelity: str | None
    counts: Counts
    problems: Sequence[Diagnostic]
    resume: str | None
    """The agent's own command that goes on with it; None where none is known."""
    reading: Reading | None
    version: int


def summary(view: View, key: str, problems: Sequence[Diagnostic]) -> Summary:
    """The head of a session as far as it is read."""
    header, index, seen = view.header, view.index, overview(view.trace)
    charges = view.known.charges.values()
    costs = [each.cost for each in charges if each.cost is not None]
    first, last = span(view.trace)
    asked = Counter(each.model for each in charges if each.model is not None)
    stated = asked or Counter(event.model for event in view.events if isinstance(event.model, str))
    tools = [row for row in range(len(index)) if index.sort[row] == Sort.TOOL]
    return Summary(
        key=key,
        id=own_id(view.trace) or None,
        title=brief(seen.title) if isinstance(seen.title, str) else None,
        agent=header.agent if isinstance(header.agent, str) else None,
        format=header.sources[0].format if header.sources else None,
        versions=list(header.versions),
        models=[model for model, _ in stated.most_common()],
        project=seen.project if isinstance(seen.project, str) else None,
        branch=next((event.signs.branch for event in view.events if isinstance(event.signs.branch, str)), None),
        started=first,
        ended=last,
        seconds=seconds_between(first or UNSET, last or UNSET),
        turns=len(index.turns),
        calls=len(tools),
        failed=sum(index.marks[row] & FAILED for row in tools),
        tokens=sum(each.output + each.context for each in charges) if charges else None,
        cost=sum(costs) if costs else None,
        cost_is_least=any(each.is_least for each in charges),
        events=len(view.events),
        rows=len(index),
        files=[_file(each) for each in header.sources],
        live=view.live,
        mode="recorded" if header.sources and header.sources[0].format in ("awf", "hooks") else "retraced",
        fidelity=next((event.fidelity for event in view.events if isinstance(event.fidelity, str)), None),
        counts=_counts(view, tools),
        problems=problems,
        resume=_resume(view.trace),
        reading=None,
        version=index.version,
    )


def _resume(trace: Trace) -> str | None:
    """Only of an agent's own log, and only with an id that a shell takes for one plain word: it comes from a file."""
    agent, id, sources = registry.agents.get(trace.header.agent), own_id(trace), trace.header.sources
    if agent is None or not agent.resume or not _PLAIN.fullmatch(id):
        return None
    is_own = agent.format is not None and bool(sources) and sources[0].format == agent.format.name
    return agent.resume.format(id=id) if is_own else None


def span(trace: Trace) -> tuple[str | None, str | None]:
    """The first and the last time, without those of what the program only kept while it ran."""
    found = ends(
        event.time
        for event in trace.events
        if isinstance(event.time, str) and not (isinstance(event.body, Lifecycle) and event.body.transient)
    )
    return (None, None) if found is None else (found[0][1], found[1][1])


def _file(source: Any) -> File:
    path = source.path if isinstance(source.path, str) else ""
    return File(
        path.replace("\\", "/").rpartition("/")[2],
        source.size if isinstance(source.size, int) else None,
        source.sha256 if isinstance(source.sha256, str) else None,
    )


def _counts(view: View, tools: Sequence[int]) -> Counts:
    index, sorts = view.index, Counter(view.index.sort)
    return Counts(
        failures=sum(mark & FAILED for mark in index.marks),
        edits=sum(bool(index.marks[row] & EDIT) for row in tools),
        thoughts=sorts[Sort.THINKING],
        subagents=len(chosen(index, "subagents")),
        program=len(chosen(index, "program")),
        prompts=len(index.turns),
        commits=len(view.commits),
        compactions=sorts[Sort.COMPACT],
        notes=len(index.note),
        findings=None if view.looked is None else sum(view.looked.values()),
    )
