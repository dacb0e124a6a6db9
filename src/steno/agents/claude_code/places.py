"""Finds where Claude Code keeps its sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from steno.agents.claude_code import FORMAT
from steno.base.roots import Names, Roots
from steno.diagnostics import Diagnostic, Report
from steno.sources import Places, Session, entries, files, is_directory, session

ROOTS = Roots((".claude", "$XDG_CONFIG_HOME/claude"), "CLAUDE_CONFIG_DIR", Names.FOLDERS)


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every `projects/*/<id>.jsonl`; a sub-agent's file is no session of its own."""
    for root in ROOTS(environ, home):
        for project in entries(root / "projects", report):
            if is_directory(project):
                yield from _project(Path(project.path), report)


def _project(project: Path, report: Report) -> Iterator[Session]:
    found = entries(project, report)
    folders = {entry.name for entry in found if is_directory(entry)}
    for entry in found:
        id, dot, suffix = entry.name.rpartition(".")
        if id and dot and suffix == "jsonl" and not _is_child(entry.name):
            own = children(Path(entry.path), report) if id in folders else ()
            if (one := session(FORMAT.name, id, entry, own)) is not None:
                yield one


def is_child(path: Path) -> bool:
    """Whether the name is that of a sub-agent's file."""
    return _is_child(path.name)


def _is_child(name: str) -> bool:
    return name.startswith("agent-") and name.endswith(".jsonl")


def children(path: Path, report: Report) -> tuple[Path, ...]:
    """The files of the sub-agents in a session's own folder, by name."""
    found = (Path(entry.path) for entry in files(path.with_suffix("") / "subagents", report))
    return tuple(sorted(child for child in found if is_child(child)))


def beside(path: Path, report: Report) -> tuple[Path, ...]:
    """Sub-agents' files next to a session's: older versions put them there, and only contents tell whose they are."""
    try:
        changed = path.parent.stat().st_mtime_ns
    except OSError:
        changed = 0
    # Where thousands of sessions lie in one folder, it is listed once for all of them and not for each.  A folder that
    # changed a moment ago may change again within the same tick of its clock.
    settled = changed and time.time_ns() - changed > _SETTLED
    found, said = (_listed if settled else _listed.__wrapped__)(path.parent, changed)
    for each in said:
        report(each)
    return found


_SETTLED = 2_000_000_000


@lru_cache(maxsize=16)
def _listed(folder: Path, changed: int) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """The sub-agents' files of a folder as it was when it last changed, and what there is to say of it."""
    said: list[Diagnostic] = []
    return tuple(Path(entry.path) for entry in entries(folder, said.append) if _is_child(entry.name)), tuple(said)


def runs(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Path]:
    """The files of every sub-agent, also of those whose session's own file is gone."""
    for root in ROOTS(environ, home):
        for project in entries(root / "projects", report):
            if is_directory(project):
                for entry in entries(Path(project.path), report):
                    if is_directory(entry):
                        yield from children(Path(f"{entry.path}.jsonl"), report)
                    elif _is_child(entry.name):
                        yield Path(entry.path)


def outputs(path: Path, report: Report) -> tuple[Path, ...]:
    """The files that hold the outputs which were too large for a session's own."""
    return tuple(sorted(Path(entry.path) for entry in files(path.with_suffix("") / "tool-results", report)))


PLACES = Places(
    roots=ROOTS, discover=discover, is_child=is_child, children=children, beside=beside, runs=runs, outputs=outputs
)
