"""Finds the logs that Steno's hooks keep of agents' sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from steno import registry
from steno.base import folders
from steno.base.patterns import deferred
from steno.base.roots import is_there
from steno.diagnostics import Report
from steno.sources import HOOKS, Places, Session, entries, session

_DAY = deferred(r"\d{4}-\d\d-\d\d", re.ASCII)


def roots(environ: Mapping[str, str], home: Path) -> list[Path]:
    """The folder of the logs."""
    return [folders.hooks(environ, home)]


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every log of an agent's session.  One that is named by a day holds what no session can be told of."""
    top = folders.hooks(environ, home)
    for agent in registry.agents.names() if is_there(top) else ():
        for entry in entries(top / agent, report):
            id, _, suffix = entry.name.rpartition(".")
            named = suffix == "jsonl" and not _DAY().fullmatch(id)
            if named and (one := session(HOOKS, id, entry)) is not None:
                yield one


PLACES = Places(roots=roots, discover=discover)
