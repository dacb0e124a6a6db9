"""What a file of sessions holds, by its first and last bytes where it is lines of JSON; else by all of it."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from steno import pipeline
from steno.base.files import opened, peek
from steno.diagnostics import Diagnostic, Place
from steno.errors import UnknownFormat
from steno.formats.heads import DATABASE
from steno.formats.records import UNREADABLE
from steno.listing.memory import state
from steno.listing.seen import File, Seen, State
from steno.model import Kind, Trace
from steno.session import Input, known_as, overview

HEAD = 1 << 16
TAIL = 1 << 14
_WATCHED = 4
"""Of so many files beside a session each is watched; of more, the folders that they lie in."""
_OWN = ("thread", "session", "conversation", "run")
_PARENT, _ORIGIN = ("parent",), ("forked_from",)
_LONGEST = 300
"""A title is a line on a screen."""


def glance(agent: str, path: Path, size: int, modified: float) -> File:
    """What is to be remembered of a file; raises `Unreadable` where it cannot be opened."""
    try:
        return _looked_at(agent, path, size, modified)
    except UnknownFormat as error:
        return File(size, modified, why=_text(str(error).removeprefix(f"{path}: ")), kind="strange")


def _looked_at(agent: str, path: Path, size: int, modified: float) -> File:
    source = Input(str(path), path, agent)
    found: list[Diagnostic] = []
    with opened(path) as file:
        format, file = known_as(source, file, None)
        pieces = _pieces(file, path, size)
        if pieces is not None:
            traces = list(pipeline.read(io.BytesIO(pieces), Place(source.name), found.append, format))
            if len(traces) == 1:
                return _file(traces[0], path, size, modified, [_seen(traces[0], whole=False)], found)
            found.clear()
        is_database = peek(file, len(DATABASE)) == DATABASE
        seen: list[Seen] = []
        last: Trace | None = None
        for last in pipeline.read(file, Place(source.name), found.append, format):
            seen.append(_seen(last, whole=True))
    beside = [state(f"{path}-wal")] if is_database else []
    if last is None:
        why = next((each.message for each in found), "")
        return File(size, modified, why=why, kind="closed" if why else "", beside=beside)
    made = _file(last, path, size, modified, seen, found)
    made.beside = made.beside or beside
    return made


def _pieces(file: BinaryIO, path: Path, size: int) -> bytes | None:
    """The first and the last lines of a long file; None where it is short, or not known to be lines of JSON."""
    if size <= HEAD + TAIL or not isinstance(file, io.BufferedReader) or hasattr(file.raw, "damage"):
        return None
    head = peek(file, HEAD)
    whole, end, _ = head.rpartition(b"\n")
    if not end or not _is_record(whole.partition(b"\n")[0]):
        return None
    with path.open("rb") as again:
        again.seek(size - TAIL)
        tail = again.read(TAIL)
    return whole + b"\n" + tail.partition(b"\n")[2]


def _is_record(line: bytes) -> bool:
    try:
        return type(msgspec.json.decode(line)) is dict
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False


def _file(trace: Trace, path: Path, size: int, modified: float, seen: list[Seen], found: list[Diagnostic]) -> File:
    """What is known of a file by one of its traces and what the reader had to say."""
    closed = [each for each in found if each.code == UNREADABLE.code]
    if closed and len(trace.events) == 1 and trace.events[0].kind is Kind.BLOB:
        why = closed[0].message.partition("cannot be read: ")[2] or closed[0].message
        return File(size, modified, why=why, kind="closed")
    return File(size, modified, seen=seen, beside=_beside(trace, str(path)))


def _beside(trace: Trace, path: str) -> list[State]:
    others = [each.path for each in trace.header.sources if isinstance(each.path, str) and each.path != path]
    if len(others) > _WATCHED:
        others = list(dict.fromkeys(os.path.dirname(each) for each in others))  # noqa: PTH120
    return [state(each) for each in others if _text(each) == each]


def _seen(trace: Trace, *, whole: bool) -> Seen:
    ids, said = trace.header.ids, overview(trace)
    times = [event.time for event in trace.events if isinstance(event.time, str)]
    seen = Seen(
        id=_text(_first(ids, _OWN)),
        parent=_text(_first(ids, _PARENT)),
        origin=_text(_first(ids, _ORIGIN)),
        title=_text(said.title)[:_LONGEST],
        project=_text(said.project),
        started=_text(said.started),
        last=_text(times[-1]) if times else "",
    )
    if whole:
        seen.turns, seen.tools = said.turns, said.tools
    return seen


def _first(ids: dict[str, tuple[str, ...]], names: tuple[str, ...]) -> str:
    return next((values[0] for name in names if (values := ids.get(name))), "")


def _text(value: object) -> str:
    """As UTF-8 can have it: a log may hold half a character."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
