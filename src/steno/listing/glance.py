"""What a file of sessions holds, by its first and last bytes where it is lines of JSON; else by all of it."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from steno import pipeline
from steno.base.files import opened, peek
from steno.diagnostics import Diagnostic, Place, Severity
from steno.errors import UnknownFormat
from steno.formats.heads import DATABASE
from steno.formats.records import UNREADABLE
from steno.listing.memory import state
from steno.listing.seen import File, Seen, State
from steno.model import Event, Kind, Origin, Trace
from steno.session import Input, known_as, overview, own_id

HEAD = 1 << 16
TAIL = 1 << 14
_LONG_HEAD, _LONG_TAIL = 1 << 19, 1 << 18
"""Where these hold no prompt, or no whole line."""
_WATCHED = 4
"""Of so many files beside a session each is watched; of more, the folders that they lie in."""
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
    with opened(path) as file:
        format, file = known_as(source, file, None)
        if (seen := _by_its_ends(file, source, format, size)) is not None:
            return File(size, modified, seen=[seen])
        return _whole(file, source, format, size, modified)


def _whole(file: BinaryIO, source: Input, format: str | None, size: int, modified: float) -> File:
    found: list[Diagnostic] = []
    is_store = peek(file, len(DATABASE)) == DATABASE
    watched = [state(f"{source.name}-wal")] if is_store else []
    seen: list[Seen] = []
    last: Trace | None = None
    for last in pipeline.read(file, Place(source.name), found.append, format):
        seen.append(_seen(last, whole=True))
    closed = [each.message for each in found if each.code == UNREADABLE.code]
    if last is None:
        why = next((each.message for each in found if each.severity is Severity.ERROR), "")
        return File(size, modified, why=_text(why), kind="closed" if why else "", beside=watched)
    if closed and len(last.events) == 1 and last.events[0].kind is Kind.BLOB:
        why = closed[0].partition("cannot be read: ")[2] or closed[0]
        return File(size, modified, why=_text(why), kind="closed")
    return File(size, modified, seen=seen, beside=_beside(last, source.name) or watched, is_store=is_store)


# Lines of JSON


def _by_its_ends(file: BinaryIO, source: Input, format: str | None, size: int) -> Seen | None:
    """The first and the last records of a long file; None where it is short, or not known to be lines of JSON."""
    if size <= HEAD + TAIL or not isinstance(file, io.BufferedReader) or hasattr(file.raw, "damage"):
        return None
    seen = None
    for most in (HEAD, _LONG_HEAD):
        head, end, _ = peek(file, most).rpartition(b"\n")
        if not end or not _is_record(head.partition(b"\n")[0]):
            return None
        pieces = io.BytesIO(head + b"\n" + _tail(Path(source.name), size))
        traces = list(pipeline.read(pieces, Place(source.name), lambda each: None, format))
        if len(traces) != 1:
            return None  # a file of many sessions, one on each line
        if traces[0].header.sources[1:]:
            return None  # of which each is to be watched
        # None of the last records is the first prompt of the session.
        first = replace(traces[0], events=tuple(each for each in traces[0].events if _is_before(each, len(head))))
        seen = _seen(first, whole=False)
        seen.last = _last(traces[0])
        if seen.title:
            break
    return seen


def _is_before(event: Event, offset: int) -> bool:
    return not isinstance(event.origin, Origin) or event.origin.offset < offset


def _tail(path: Path, size: int) -> bytes:
    """The last lines, as few as hold a whole one."""
    for most in (TAIL, _LONG_TAIL):
        with opened(path) as file:
            file.seek(max(0, size - most))
            lines = file.read(most).partition(b"\n")[2]
        if lines.rstrip():
            return lines
    return b""


def _is_record(line: bytes) -> bool:
    try:
        return type(msgspec.json.decode(line)) is dict
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False


def _beside(trace: Trace, path: str) -> list[State]:
    others = [each.path for each in trace.header.sources if isinstance(each.path, str) and each.path != path]
    if len(others) > _WATCHED:
        others = list(dict.fromkeys(os.path.dirname(each) for each in others))  # noqa: PTH120
    return [state(each) for each in others if _text(each) == each]


def _seen(trace: Trace, *, whole: bool) -> Seen:
    ids, said = trace.header.ids, overview(trace)
    seen = Seen(
        id=_text(own_id(trace)),
        parent=_text(_first(ids, _PARENT)),
        origin=_text(_first(ids, _ORIGIN)),
        title=_text(said.title)[:_LONGEST],
        project=_text(said.project),
        started=_text(said.started),
        last=_last(trace),
    )
    if whole:
        seen.turns, seen.tools = said.turns, said.tools
    return seen


def _last(trace: Trace) -> str:
    return next((_text(event.time) for event in reversed(trace.events) if isinstance(event.time, str)), "")


def _first(ids: dict[str, tuple[str, ...]], names: tuple[str, ...]) -> str:
    return next((values[0] for name in names if (values := ids.get(name))), "")


def _text(value: object) -> str:
    """As UTF-8 can have it: a log may hold half a character."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
