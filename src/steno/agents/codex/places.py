"""Finds where Codex keeps its sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.diagnostics import Report
from steno.sources import Session, files, session

AGENT = "codex"

_ROLLOUT = re.compile(r"rollout-(?:\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-)?(?P<id>.+)\.jsonl(?:\.zst)?", re.ASCII)


def root(environ: Mapping[str, str], home: Path) -> Path:
    """Codex's directory: that of CODEX_HOME, or its usual one."""
    named = environ.get("CODEX_HOME")
    return Path(named) if named else home / ".codex"


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every rollout file, archived ones too.  A thread that was rolled back has a rollout id after its own."""
    for folder in ("sessions", "archived_sessions"):
        for entry in files(root(environ, home) / folder, report):
            name = _ROLLOUT.fullmatch(entry.name)
            if name and (one := session(AGENT, name["id"], entry)) is not None:
                yield one
