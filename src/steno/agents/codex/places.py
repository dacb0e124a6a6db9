"""Finds where Codex keeps its sessions.  Reads names and sizes; of contents, only a first line that it is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.agents.codex import FORMAT
from steno.diagnostics import Report
from steno.sources import Kin, Places, Session, files, session

_ROLLOUT = re.compile(r"rollout-(?:\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-)?(?P<id>.+)\.jsonl(?:\.zst)?", re.ASCII)
_ID = re.compile(rb'"payload":\s?\{[^{}]*?"id":"([^"\\]+)"')
_PARENT = re.compile(rb'"parent_thread_id":"([^"\\]+)"')


def root(environ: Mapping[str, str], home: Path) -> Path:
    """Codex's directory: that of CODEX_HOME, or its usual one."""
    named = environ.get("CODEX_HOME")
    return Path(named) if named else home / ".codex"


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every rollout file, archived ones too.  A thread that was rolled back has a rollout id after its own."""
    for folder in ("sessions", "archived_sessions"):
        for entry in files(root(environ, home) / folder, report):
            name = _ROLLOUT.fullmatch(entry.name)
            if name and (one := session(FORMAT.name, name["id"], entry)) is not None:
                yield one


def kin(head: bytes) -> Kin:
    """A thread's own id and that of the one that started it."""
    head = head.replace(b'": "', b'":"')
    own, parent = _ID.search(head), _PARENT.search(head)
    return Kin(_text(own), _text(parent))


def _text(found: re.Match[bytes] | None) -> str | None:
    return found[1].decode("utf-8", "surrogateescape") if found else None


PLACES = Places(roots=lambda environ, home: [root(environ, home)], discover=discover, kin=kin)
