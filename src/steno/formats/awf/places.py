"""Finds where transcripts lie: those that Steno recorded, and AWF's own.  Reads names and sizes, never contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from steno.base.folders import transcripts, xdg_data
from steno.base.patterns import deferred
from steno.diagnostics import Place, Report
from steno.model import Trace
from steno.sources import Places, Session, entries, session

AUDIT = "audit.jsonl"

_TRANSCRIPT = deferred(r"(?P<id>.+)\.jsonl(?:\.gz|\.zst)?", re.DOTALL)


def roots(environ: Mapping[str, str], home: Path) -> list[Path]:
    """Steno's folder of transcripts, then AWF's, wherever its storage is configured to be in its own directory."""
    own = xdg_data(environ, home) / "awf"
    return [transcripts(environ, home), own / "storage" / "transcripts", own / "transcripts"]


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every transcript.  The name of a file is only how one asks for it: the run's id stands in its lines."""
    for root in roots(environ, home):
        for entry in entries(root, report):
            name = _TRANSCRIPT().fullmatch(entry.name)
            if name and entry.name != AUDIT and (one := session("awf", name["id"], entry)) is not None:
                yield one


def audits(path: Path) -> Iterator[Path]:
    """The audit trail that belongs to a transcript, where it lies beside its folder or one above, as AWF has it."""
    folders = [path.absolute().parent, *path.absolute().parent.parents][:3]
    yield from [folder / AUDIT for folder in folders if (folder / AUDIT).is_file()][:1]


def audited(trace: Trace, trail: BinaryIO, place: Place, report: Report) -> Trace:
    """The trace with what an audit trail says of its runs."""
    from steno.formats.awf import audit  # few transcripts have one

    return audit.join(trace, trail, place, report)


PLACES = Places(roots=roots, discover=discover, audits=audits, audited=audited)
