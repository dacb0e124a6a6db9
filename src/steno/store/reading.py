"""Reads one file of sessions for the catalog: its rows, its hash, and whether it stayed the same meanwhile.

Writes nothing: it may run in another process.
"""

from __future__ import annotations

import os
from hashlib import blake2b, sha256
from io import BytesIO
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import Unreadable
from steno.listing.seen import State
from steno.model import Trace
from steno.prices import Prices
from steno.session import Input, own_id, read
from steno.store.changes import File, beside
from steno.store.rows import Rows, rows

CHANGED = Code(
    "SRC050",
    "source-changed-while-read",
    "A session's file changed, became shorter or vanished while `steno sync` read it. What was read is in the catalog; "
    "the next `steno sync` reads the file again.",
    Severity.NOTE,
)
TOO_LONG = Code(
    "SRC051",
    "session-too-long-for-the-catalog",
    "A session has more events than the catalog can number, so it is not in it. `steno show` still reads it.",
    Severity.WARNING,
)
UNREAD = Code(
    "SRC052",
    "file-not-cataloged",
    "The process that read a session's file for `steno sync` ended before it was done, so the file is not in the "
    "catalog. The next `steno sync` tries again.",
    Severity.WARNING,
)
CODES = (CHANGED, TOO_LONG, UNREAD)

_PIECE = 1 << 20
_WATCHED = 4
"""Of so many files beside a session each is watched; of more, the folders that they lie in."""
_DATABASES = (".db", ".sqlite", ".sqlite3", ".vscdb")


class One(Struct):
    """A session of a file."""

    id: str
    rows: Rows
    digest: int
    """Of all rows: equal ones need not be written again."""


class Read(Struct):
    """What a file says, and which bytes said it."""

    file: File
    inode: int
    sha256: str
    is_grown: bool
    """Whether it begins with all that it held when it was last read."""
    beside: list[State]
    why: str
    """Why nothing of it can be read; empty where something can."""
    sessions: list[One]


class Reader(Struct, frozen=True):
    """The work on one file, as `steno.api.jobs` takes it."""

    prices: Prices

    def __call__(self, file: File, report: Report, progress: object) -> Read:
        return read_file(file, self.prices, report)


def read_file(file: File, prices: Prices, report: Report) -> Read:
    """What the catalog keeps of a file.  One that cannot be read is remembered with the reason."""
    path = Path(file.path)
    notes = None if file.notes is None else Path(file.notes)
    found: list[One] = []
    watched = [*([f"{path}-wal"] if path.suffix in _DATABASES else []), *([file.notes] if file.notes else [])]
    before, others = beside(watched), list[str]()
    why, status = "", os.stat_result((0,) * 10)
    try:
        status = path.stat()
        traces = list(read(Input(file.path, path, file.agent, notes), BytesIO(), _ignore))
        for number, trace in enumerate(traces):
            one = _one(file, trace, number, len(traces), prices, report)
            found += [one] if one is not None else []
            others += _others(trace, file.path)
        digest, is_grown = _hashes(path, file)
        after = path.stat()
    except (Unreadable, OSError) as error:
        why, digest, is_grown, after = str(error).removeprefix(f"{path}: "), "", False, status
    if (after.st_size, after.st_mtime) != (file.size, file.modified):
        report(CHANGED.at(Place(file.path), "changed while it was read; the next `steno sync` reads it again"))
    others = list(dict.fromkeys(others))
    if len(others) > _WATCHED:
        others = list(dict.fromkeys(os.path.dirname(each) for each in others))  # noqa: PTH120
    return Read(file, status.st_ino, digest, is_grown, before + beside(others), why, found)


def _one(file: File, trace: Trace, number: int, count: int, prices: Prices, report: Report) -> One | None:
    try:
        made = rows(trace, prices)
    except OverflowError as error:
        report(TOO_LONG.at(Place(file.path), str(error)))
        return None
    inner = own_id(trace)
    is_one = count == 1 and not (Path(file.path).suffix in _DATABASES and inner)
    id = file.id if is_one else inner or f"{file.id}.{number + 1}"
    made.about |= {"number": number, "shared": count, "id": id.encode("utf-8", "replace").decode()}
    if file.is_run and made.about["parent"] is None:
        made.about["parent"] = file.parent or made.about["own_id"]
    told = (made.about, made.events, made.idents, made.calls, made.touched, made.commands, made.made, made.notes)
    return One(id, made, _digest(msgspec.msgpack.encode((told, made.requests))))


def _digest(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)


def _others(trace: Trace, path: str) -> list[str]:
    return [each.path for each in trace.header.sources if isinstance(each.path, str) and each.path != path]


def _hashes(path: Path, file: File) -> tuple[str, bool]:
    """The hash of a file, and whether it begins with what it held before."""
    hash, left, is_grown = sha256(), file.old_size, not file.old_size
    with path.open("rb", buffering=0) as stream:
        while piece := stream.read(min(_PIECE, left) if left else _PIECE):
            hash.update(piece)
            if left:
                left -= len(piece)
                is_grown = not left and hash.hexdigest() == file.old_sha256
    return hash.hexdigest(), is_grown


def _ignore(each: Diagnostic) -> None:
    """`steno doctor` says what is wrong with a file."""
