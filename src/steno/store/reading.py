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

from steno.base.learned import learned
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import Unreadable
from steno.listing.entries import STORES
from steno.listing.seen import State
from steno.model import Trace
from steno.notes.naming import notes_name
from steno.prices import Prices
from steno.session import Input, own_id, read, with_notes
from steno.store.changes import NO_TEXT, File, beside
from steno.store.resuming import Mark, Tail, marked, tail
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
CODES = (CHANGED, TOO_LONG, UNREAD, NO_TEXT)

_PIECE = 1 << 20
_WATCHED = 4
"""Of so many files beside a session each is watched; of more, the folders that they lie in."""


class One(Struct):
    """A session of a file."""

    id: str
    rows: Rows
    digest: int
    """Of all rows: equal ones need not be written again.  0 where nobody knows."""


class Read(Struct):
    """What a file says, and which bytes said it."""

    file: File
    inode: int
    sha256: str
    size: int
    """Of what the hash is of."""
    is_grown: bool
    """Whether it begins with all that it held when it was last read."""
    beside: list[State]
    why: str
    """Why nothing of it can be read; empty where something can."""
    sessions: list[One]
    tail: Tail | None
    """Where only the end of it was read: its one session has the rows of that alone."""
    mark: str
    """From where it may be read the next time."""


class Reader(Struct, frozen=True):
    """The work on one file, as `steno.api.jobs` takes it."""

    prices: Prices

    def __call__(self, file: File, report: Report, progress: object) -> Read:
        return read_file(file, self.prices, report)


def read_file(file: File, prices: Prices, report: Report) -> Read:
    """What the catalog keeps of a file.  One that cannot be read is remembered with the reason."""
    try:
        found = _grown(file, prices)
    except (Unreadable, OSError):
        found = None  # it is said below why
    return read_whole(file, prices, report) if found is None else found


def _grown(file: File, prices: Prices) -> Read | None:
    """What was added to a file since it was last read; None where it has to be read whole."""
    path = Path(file.path)
    if not file.mark or file.notes is not None or file.inner_notes or file.size <= file.old_size:
        return None
    status = path.stat()
    digest, size, is_grown = _hashes(path, file)
    found = tail(path, msgspec.json.decode(file.mark, type=learned(Mark)), prices) if is_grown else None
    if found is None:
        return None
    made = One(file.id, found.rows, 0)
    _place(file, made, 0, 1)
    return Read(file, status.st_ino, digest, size, True, [], "", [made], found, _spelled(found.mark))


def read_whole(file: File, prices: Prices, report: Report) -> Read:
    """The same, wherever it could be read from."""
    path = Path(file.path)
    notes = None if file.notes is None else Path(file.notes)
    found: list[One] = []
    watched = [
        *([f"{path}-wal"] if path.suffix in STORES else []),
        *([file.notes] if file.notes else []),
        *file.inner_notes,
    ]
    before, others = beside(watched), list[str]()
    why, mark, size, status = "", None, file.size, os.stat_result((0,) * 10)
    try:
        status = path.stat()
        traces = [noted(file, each) for each in read(Input(file.path, path, file.agent, notes), BytesIO(), _ignore)]
        for number, trace in enumerate(traces):
            one = one_of(file, trace, number, len(traces), prices, report)
            found += [one] if one is not None else []
            others += _others(trace, file.path)
        if len(traces) == len(found) == 1 and not others and not notes and not file.inner_notes:
            mark = marked(traces[0], found[0].rows, path, status.st_size, prices)
        digest, size, is_grown = _hashes(path, file)
        after = path.stat()
    except (Unreadable, OSError) as error:
        why, digest, is_grown, after = str(error).removeprefix(f"{path}: "), "", False, status
    if (after.st_size, after.st_mtime) != (file.size, file.modified):
        report(CHANGED.at(Place(file.path), "changed while it was read; the next `steno sync` reads it again"))
    others = list(dict.fromkeys(others))
    if len(others) > _WATCHED:
        others = list(dict.fromkeys(os.path.dirname(each) for each in others))  # noqa: PTH120
    return Read(file, status.st_ino, digest, size, is_grown, before + beside(others), why, found, None, _spelled(mark))


def _spelled(mark: Mark | None) -> str:
    return "" if mark is None else msgspec.json.encode(mark).decode()


def noted(file: File, trace: Trace) -> Trace:
    """A trace with the notes on it, where it is one of several in a file and has notes of its own."""
    inner = own_id(trace) if file.inner_notes else ""
    if not inner:
        return trace
    name = notes_name(Path(os.path.realpath(file.path)), inner)
    notes = next((each for each in file.inner_notes if os.path.basename(each) == name), None)  # noqa: PTH119
    return trace if notes is None else with_notes(trace, Path(notes), _ignore)


def one_of(file: File, trace: Trace, number: int, count: int, prices: Prices, report: Report) -> One | None:
    """The rows of a session, one of so many in its file; None where it is too long."""
    try:
        made = rows(trace, prices)
    except OverflowError as error:
        report(TOO_LONG.at(Place(file.path), str(error)))
        return None
    inner = own_id(trace)
    is_one = count == 1 and not (Path(file.path).suffix in STORES and inner)
    one = One(file.id if is_one else inner or f"{file.id}.{number + 1}", made, 0)
    _place(file, one, number, count)
    told = (made.about, made.events, made.idents, made.calls, made.touched, made.commands, made.made, made.notes)
    one.digest = _digest(msgspec.msgpack.encode((told, made.requests)))
    return one


def _place(file: File, one: One, number: int, count: int) -> None:
    """What the place of a session says of it."""
    about = one.rows.about
    about |= {"number": number, "shared": count, "id": one.id.encode("utf-8", "replace").decode()}
    if file.is_run and about["parent"] is None:
        about["parent"] = file.parent or about["own_id"]


def _digest(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)


def _others(trace: Trace, path: str) -> list[str]:
    return [each.path for each in trace.header.sources if isinstance(each.path, str) and each.path != path]


def _hashes(path: Path, file: File) -> tuple[str, int, bool]:
    """The hash of a file, of how many bytes it is, and whether it begins with what it held before."""
    hash, left, size, is_grown = sha256(), file.old_size, 0, not file.old_size
    with path.open("rb", buffering=0) as stream:
        while piece := stream.read(min(_PIECE, left) if left else _PIECE):
            hash.update(piece)
            size += len(piece)
            if left:
                left -= len(piece)
                is_grown = not left and hash.hexdigest() == file.old_sha256
    return hash.hexdigest(), size, is_grown


def _ignore(each: Diagnostic) -> None:
    """`steno doctor` says what is wrong with a file."""
