"""Finds where Claude Code keeps its sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.agents.claude_code import FORMAT
from steno.diagnostics import Report
from steno.sources import Places, Session, entries, files, is_directory, session


def roots(environ: Mapping[str, str], home: Path) -> list[Path]:
    """Claude Code's directories: those of CLAUDE_CONFIG_DIR (a comma separates several), or its usual ones."""
    if named := [part for part in environ.get("CLAUDE_CONFIG_DIR", "").split(",") if part.strip()]:
        return [Path(part.strip()) for part in named]
    config = environ.get("XDG_CONFIG_HOME")
    return [home / ".claude", (Path(config) if config else home / ".config") / "claude"]


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every `projects/*/<id>.jsonl`; a sub-agent's file is no session of its own."""
    for root in roots(environ, home):
        for project in entries(root / "projects", report):
            if is_directory(project):
                yield from _project(Path(project.path), report)


def _project(project: Path, report: Report) -> Iterator[Session]:
    found = entries(project, report)
    folders = {entry.name for entry in found if is_directory(entry)}
    for entry in found:
        path = Path(entry.path)
        if path.suffix == ".jsonl" and not is_child(path):
            own = children(path, report) if path.stem in folders else ()
            if (one := session(FORMAT.name, path.stem, entry, own)) is not None:
                yield one


def is_child(path: Path) -> bool:
    """Whether the name is that of a sub-agent's file."""
    return path.name.startswith("agent-") and path.suffix == ".jsonl"


def children(path: Path, report: Report) -> tuple[Path, ...]:
    """The files of the sub-agents in a session's own folder, by name."""
    found = (Path(entry.path) for entry in files(path.with_suffix("") / "subagents", report))
    return tuple(sorted(child for child in found if is_child(child)))


def beside(path: Path, report: Report) -> tuple[Path, ...]:
    """Sub-agents' files next to a session's: older versions put them there, and only contents tell whose they are."""
    return tuple(child for entry in entries(path.parent, report) if is_child(child := Path(entry.path)))


def runs(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Path]:
    """The files of every sub-agent, also of those whose session's own file is gone."""
    for root in roots(environ, home):
        for project in entries(root / "projects", report):
            if is_directory(project):
                for entry in entries(Path(project.path), report):
                    path = Path(entry.path)
                    if is_directory(entry):
                        yield from children(path.with_name(path.name + ".jsonl"), report)
                    elif is_child(path):
                        yield path


def outputs(path: Path, report: Report) -> tuple[Path, ...]:
    """The files that hold the outputs which were too large for a session's own."""
    return tuple(sorted(Path(entry.path) for entry in files(path.with_suffix("") / "tool-results", report)))


PLACES = Places(
    roots=roots, discover=discover, is_child=is_child, children=children, beside=beside, runs=runs, outputs=outputs
)
