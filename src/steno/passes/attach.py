"""Attaches the files that hold what a result only begins: outputs too large for the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from msgspec import UNSET, structs

from steno.base.patterns import deferred
from steno.model import Artifact, ToolResult, Trace

_STUB = deferred(r"<persisted-output>.{0,200}?saved to: ([^\n<]{1,4096})", re.DOTALL)


def elsewhere(trace: Trace) -> dict[str, str]:
    """The names of files that results say hold their full output, by the uid of the result."""
    found: dict[str, str] = {}
    for event in trace.events:
        content = event.body.content if isinstance(event.body, ToolResult) else UNSET
        if isinstance(content, str) and (stub := _STUB().match(content)):
            found[event.uid] = PurePath(stub[1].strip().replace("\\", "/")).name
    return found


def attach(trace: Trace, files: Sequence[Artifact]) -> Trace:
    """The trace with the files that its results name, each pointing at its result."""
    known = {file.name: file for file in files}
    artifacts = [structs.replace(known[name], event=uid) for uid, name in elsewhere(trace).items() if name in known]
    return structs.replace(trace, artifacts=(*trace.artifacts, *artifacts))
