"""What the recorder's hooks saw of files before and after a call: exact states, whatever the tool says of itself.

The hook program looks at the files that an edit tool or a patch names.  A shell command names none, so of what it
changed nothing is here but what the next edit of the same file finds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.trusted import is_ours
from steno.edits.calls import Saw
from steno.edits.paths import spelled
from steno.model import Lifecycle, ToolResult, Trace
from steno.session import Input, read

FORMAT = "hooks"
_BLOBS = "blobs"
_MISSING = "missing"
_DIGITS = frozenset("0123456789abcdef")

Kept = Callable[[str], str | None]
"""A file's text by its SHA-256, where the hook program kept it."""


def states(trace: Trace, kept: Kept) -> dict[tuple[str, str], Saw]:
    """What one hook log says."""
    found: dict[tuple[str, str], Saw] = {}
    cwd = ""
    for event in trace.events:
        cwd = event.signs.cwd or cwd
        if not isinstance(event.call, str):
            continue
        body = event.body
        if isinstance(body, Lifecycle) and body.name == "files" and isinstance(body.data, dict):
            for path, text, missing in _files(body.data.get("files"), kept):
                found[event.call, spelled(path, cwd)] = Saw(before=text, new=missing)
        elif isinstance(body, ToolResult) and isinstance(body.detail, dict):
            for path, text, missing in _files(body.detail.get("files"), kept):
                key = (event.call, spelled(path, cwd))
                known = found.get(key, Saw())
                found[key] = Saw(before=known.before, new=known.new, after=text, gone=missing)
    return found


def is_log(trace: Trace) -> bool:
    return any(source.format == FORMAT for source in trace.header.sources)


def beside(log: Path) -> Kept:
    """What the hook program kept for its logs, of which this is one."""
    folder = log.absolute().parent.parent / _BLOBS

    def kept(digest: str) -> str | None:
        try:
            content = (folder / digest).read_bytes() if _DIGITS.issuperset(digest) else b""
        except OSError:
            return None
        return content.decode("utf-8", "surrogateescape") if sha256(content) == digest else None

    return kept


def recorded(trace: Trace, folder: Path | None) -> dict[tuple[str, str], Saw]:
    """What the hooks of an agent saw while it wrote this session, where they ran."""
    found: dict[tuple[str, str], Saw] = {}
    for log in _logs(trace, folder) if folder is not None else ():
        try:
            for told in read(Input(str(log), log), BytesIO(), lambda _: None):
                found |= states(told, beside(log))
        except OSError:
            continue  # what the session itself says still counts
    return found


def _logs(trace: Trace, folder: Path) -> Iterator[Path]:
    agent, ids = trace.header.agent, trace.header.ids.get("session", ())
    if not isinstance(agent, str):
        return
    for id in ids:
        path = folder / agent / f"{id}.jsonl"
        # A name, and no way to another folder; the method raises where a name is too long.
        if path.parent.parent == folder and os.path.isfile(path) and is_ours(path):  # noqa: PTH113
            yield path


def _files(told: JSON, kept: Kept) -> Iterable[tuple[str, str | None, bool]]:
    """Path, text where it is known, and whether the file was missing."""
    for each in told if isinstance(told, list) else ():
        if not isinstance(each, dict) or not isinstance(path := each.get("path"), str):
            continue
        digest = each.get("sha256")
        text = kept(digest) if isinstance(digest, str) and "omitted" not in each else None
        yield path, text, each.get("state") == _MISSING
