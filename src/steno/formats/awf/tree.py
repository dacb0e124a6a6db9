"""Links runs to a forest, by what parents say of their children and children of their parents.

Nothing is guessed and nothing hidden: what is missing has its place in the tree, and what contradicts itself is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePath

from steno.base.counts import number_of
from steno.base.time import parse
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.awf.runs import NO_EVENT, NO_TRANSCRIPT, Run, Runs

NO_CHILD = Code(
    "AWF901",
    "child-run-is-missing",
    "A run names a child that is in none of the files. Its file was lost, is elsewhere, or was never written: a "
    "child that fails before its first event writes none.",
    Severity.WARNING,
)
NO_PARENT = Code(
    "AWF902",
    "parent-run-is-missing",
    "A run names a parent that is in none of the files. The parent's file was lost or is elsewhere.",
    Severity.WARNING,
)
CYCLE = Code(
    "AWF903",
    "runs-form-a-cycle",
    "These runs claim to be each other's ancestors, which is impossible. The tree begins with the run that began "
    "first.",
)
DISAGREE = Code(
    "AWF904",
    "links-disagree",
    "A run has more than one parent, according to itself or to other runs. It is drawn under the parent that both "
    "sides agree on, or else the one it names itself.",
)
ONE_SIDED = Code(
    "AWF905",
    "link-is-one-sided",
    "Parent and child are both there, but only one of them names the other; a transcript links both ways. Steno "
    "accepts the link.",
    Severity.NOTE,
)
MIXED = Code(
    "AWF906",
    "several-runs-in-a-file",
    "A file holds events of several runs. Steno tells them apart by the run id of each event.",
    Severity.NOTE,
)
SPREAD = Code(
    "AWF907",
    "run-in-several-files",
    "The events of a run are in several files: segments of several writers, or a copy. Steno counts every occurrence.",
    Severity.NOTE,
)
MISNAMED = Code(
    "AWF908",
    "file-name-is-not-the-run",
    "A file is not named after a run that it holds. The events say which run it is; the name does not matter.",
    Severity.NOTE,
)
CODES = (NO_CHILD, NO_PARENT, CYCLE, DISAGREE, ONE_SIDED, MIXED, SPREAD, MISNAMED, NO_EVENT, NO_TRANSCRIPT)


@dataclass(slots=True)
class Forest:
    """Runs in their trees.  Siblings stand in the order in which they began."""

    runs: dict[str, Run]
    """Also those that are only named."""
    roots: list[str] = field(default_factory=list)
    parent: dict[str, str] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    elsewhere: dict[str, list[str]] = field(default_factory=dict)
    """Children that a run names and that are drawn in another place."""
    diagnostics: list[tuple[Diagnostic, tuple[str, ...]]] = field(default_factory=list)
    """Each with the runs it is about."""

    def walk(self, roots: list[str] | None = None) -> Iterator[tuple[int, str]]:
        """Every run once, with its depth: parents before children."""
        waiting = [(0, root) for root in reversed(self.roots if roots is None else roots)]
        while waiting:
            depth, id = waiting.pop()
            yield depth, id
            waiting += [(depth + 1, child) for child in reversed(self.children.get(id, ()))]

    def around(self, ids: Iterable[str]) -> list[str]:
        """The roots of the trees in which these runs stand."""
        wanted = set(ids)
        return [root for root in self.roots if any(id in wanted for _, id in self.walk([root]))]

    def report(self, code: Code, place: Place, message: str, *about: str) -> None:
        self.diagnostics.append((code.at(place, message), about))


def forest(gathered: Runs) -> Forest:
    """The trees of all runs that were gathered, in time and space linear in what was gathered."""
    found = Forest(dict(gathered.runs))
    claims = _claims(found)
    for id, parents in claims.items():
        _choose(found, id, parents)
    _cut(found, claims)
    _arrange(found, claims)
    for run in gathered.runs.values():
        for step in run.steps.values():
            for child in step.children:
                if found.parent.get(child) == run.id and found.runs[child].caller is None:
                    found.runs[child].caller = step
    _missing(found)
    _files(found, gathered)
    return found


def _claims(found: Forest) -> dict[str, dict[str, Place]]:
    """For each run, the runs that are its parent by its own words first, then by theirs; and where that is said."""
    claims: dict[str, dict[str, Place]] = {id: dict(run.parents) for id, run in found.runs.items()}
    for id, run in list(found.runs.items()):
        for child, place in run.children.items():
            claims.setdefault(child, {}).setdefault(id, place)
        for other in (*run.parents, *run.children):
            found.runs.setdefault(other, Run(other))
    return claims


def _choose(found: Forest, id: str, parents: dict[str, Place]) -> None:
    run = found.runs[id]
    if id in parents:
        found.report(CYCLE, parents[id], f"the run {id} is its own parent", id)
    others = [parent for parent in parents if parent != id]
    if not others:
        return
    agreed = [parent for parent in others if parent in run.parents and id in found.runs[parent].children]
    chosen = found.parent[id] = (agreed or others)[0]
    if len(others) > 1:
        named = ", ".join(others)
        found.report(DISAGREE, parents[others[1]], f"the run {id} has several parents: {named}", id, *others)
    if run.found and found.runs[chosen].found and chosen not in agreed:
        silent, named = (id, chosen) if chosen not in run.parents else (chosen, id)
        found.report(ONE_SIDED, parents[chosen], f"{named} names {silent}, which does not name it", id, chosen)


def _cut(found: Forest, claims: dict[str, dict[str, Place]]) -> None:
    """Take one link out of each cycle: that of the run which began first."""
    done: set[str] = set()
    for start in found.runs:
        way: dict[str, None] = {}
        id: str | None = start
        while id is not None and id not in done and id not in way:
            way[id] = None
            id = found.parent.get(id)
        if id is not None and id in way:
            ring = list(way)[list(way).index(id) :]
            first = min(ring, key=lambda each: _began(found.runs[each]))
            place = claims[first][found.parent[first]]
            # Upwards from the first, so downwards from it when turned round.
            at = ring.index(first)
            order = [first, *reversed(ring[at + 1 :] + ring[:at])]
            shown = " → ".join(order[:6]) + (f" → … {len(order) - 6} more" if len(order) > 6 else "")
            found.report(CYCLE, place, f"these runs are each other's ancestors: {shown} → {first}", *order)
            del found.parent[first]
        done.update(way)


def _began(run: Run) -> tuple[bool, datetime | None]:
    text = run.first()
    moment = parse(text) if text else None
    return (moment is None, moment)


def _arrange(found: Forest, claims: dict[str, dict[str, Place]]) -> None:
    """Children under their parents; `sorted` keeps those without a time in the order in which they are named."""
    began = {id: _began(run) for id, run in found.runs.items()}
    named = dict.fromkeys(child for run in found.runs.values() for child in run.children)
    timed = sorted((id for id in (*named, *found.runs) if not began[id][0]), key=lambda id: began[id])
    for id in dict.fromkeys((*timed, *named, *found.runs)):
        if (parent := found.parent.get(id)) is None:
            found.roots.append(id)
        else:
            found.children.setdefault(parent, []).append(id)
    for id, parents in claims.items():
        for parent in parents:
            if parent != found.parent.get(id):
                found.elsewhere.setdefault(parent, []).append(id)


def _missing(found: Forest) -> None:
    for id, run in found.runs.items():
        for child, place in run.children.items():
            if not found.runs[child].found:
                found.report(NO_CHILD, place, f"the run {child} that {id} started is in none of the files", id, child)
        for parent, place in run.parents.items():
            if not found.runs[parent].found:
                found.report(NO_PARENT, place, f"the parent {parent} of {id} is in none of the files", id, parent)


def _files(found: Forest, gathered: Runs) -> None:
    for file, ids in gathered.files.items():
        if len(ids) > 1:
            found.report(MIXED, Place(file), f"events of {number_of(len(ids), 'run')}", *ids)
        name = PurePath(file).name
        if ids and not any(name == id or name.startswith(f"{id}.") for id in ids):
            found.report(MISNAMED, Place(file), f"holds the run {ids[0]}", ids[0])
    for id, run in found.runs.items():
        if len(run.parts) > 1:
            found.report(
                SPREAD, Place(next(iter(run.parts))), f"the run {id} is in {number_of(len(run.parts), 'file')}", id
            )
