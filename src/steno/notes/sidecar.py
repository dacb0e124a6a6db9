"""The file of notes beside a trace: one line for each, only ever appended to.  Knows lines, no step and no level.

A note is never changed and never removed: who takes one back says so in a further line.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from steno.base import jsonl, trusted
from steno.base.counts import number_of
from steno.base.exact import JSON, encode
from steno.base.files import Unreadable, opened, private_directory
from steno.base.jsonl import Flaw
from steno.base.learned import learned
from steno.contracts import Code, UsageError
from steno.diagnostics import Place, Report, Severity

SUFFIX: Final = ".notes.jsonl"
ROLES: Final = ("model", "human", "expert", "client")
"""What an author may be, from the weakest claim to the strongest."""

BAD = Code(
    "SRC200",
    "note-cannot-be-read",
    "A line in the file of notes beside a trace is not a note: it is not JSON, is cut off, or lacks a required part. "
    "It stays in the file, Steno ignores it, and the other notes are read.",
    Severity.WARNING,
)
FOREIGN = Code(
    "SRC208",
    "notes-are-not-yours",
    "The file of notes beside a trace belongs neither to you nor to the owner of the trace, or others can write to it "
    "although they cannot write to the trace, or it is a symbolic link. Anybody could put words into other people's "
    "mouths there, so Steno does not read it. Inspect it, and set the right owner and mode: `chown`, `chmod 600`.",
    Severity.WARNING,
)


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line: a note, or the word that takes one back."""

    version: int = msgspec.field(name="steno_note")
    id: str
    author: str
    """`role:name`."""
    time: str
    target: str | UnsetType = UNSET
    """The uid of a step's anchor; UNSET for the whole trace."""
    key: str | UnsetType = UNSET
    value: JSON | UnsetType = UNSET
    evidence: tuple[str, ...] = ()
    """The uids of the events it rests on."""
    retracts: str | UnsetType = UNSET
    """The id of the note that is taken back."""

    @property
    def is_note(self) -> bool:
        return isinstance(self.key, str)


VERSION: Final = 1


def author(role: str, name: str) -> str:
    """Who speaks, as notes have it; raises `UsageError`."""
    name = name.strip()
    if role not in ROLES:
        raise UsageError(f"no role {role!r}, expected one of {', '.join(sorted(ROLES))}")
    if not name or not name.isprintable():
        raise UsageError(f"{name!r} is not an author's name" if name else "the author's name is empty")
    return f"{role}:{name}"


def read(path: Path, report: Report) -> list[Entry]:
    """The lines of a file of notes, in order; none where there is no file.  Raises `Unreadable`."""
    if not os.path.lexists(path):
        return []
    try:
        trusted.check(path, path.with_name(path.name.removesuffix(SUFFIX)))
    except trusted.NotOurs as error:
        report(FOREIGN.at(Place(str(path)), f"the file of notes was not read: {error.strerror}"))
        return []
    except OSError:
        pass  # opening it says why
    found: list[Entry] = []
    with opened(path) as stream:
        for each in jsonl.lines(stream):
            if each.flaw in (Flaw.BLANK, Flaw.BOM):
                continue
            place = Place(str(path), each.number, offset=each.offset, length=each.length)
            problem = each.message
            if not problem:
                try:
                    found.append(_entry(each.value))
                except msgspec.ValidationError as error:
                    problem = str(error)[:1].lower() + str(error)[1:]
            if problem:
                report(BAD.at(place, f"no note: {problem}"))
    return found


def _entry(value: JSON) -> Entry:
    entry = msgspec.convert(value, learned(Entry))
    if entry.version != VERSION:
        raise msgspec.ValidationError(f"Version {entry.version}, this Steno reads {VERSION} - at `$.steno_note`")
    if entry.is_note == isinstance(entry.retracts, str):
        raise msgspec.ValidationError("Expected either a `key` or an id that it `retracts`")
    if entry.is_note and entry.value is UNSET:
        raise msgspec.ValidationError("Object missing required field `value`")
    role, _, name = entry.author.partition(":")
    if not role or not name:
        raise msgspec.ValidationError("Expected an author such as `human:Mara` - at `$.author`")
    return entry


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The notes that nobody has taken back, in order."""
    entries = list(entries)
    gone = {entry.retracts for entry in entries if isinstance(entry.retracts, str)}
    return [entry for entry in entries if entry.is_note and entry.id not in gone]


def note_to_retract(word: str, entries: Sequence[Entry], by: str) -> Entry:
    """The note that is to be taken back: `last` is this author's newest, else the beginning of an id."""
    live_notes = live(entries)
    if word == "last":
        own = [entry for entry in live_notes if entry.author == by]
        if not own:
            raise UsageError(f"{by} has no note here to take back")
        return own[-1]
    found = [entry for entry in live_notes if word and entry.id.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"{number_of(len(found), 'note')} have ids that begin with {word!r}: give more of it")
    if word and any(entry.id.startswith(word) for entry in entries):
        raise UsageError(f"{word!r} was already taken back")
    raise UsageError(f"no note has an id that begins with {word!r}; --list shows them")


def line(entry: Entry) -> bytes:
    return encode(entry) + b"\n"


class NotKept(UsageError):
    """Notes could not be written where they belong."""


def append(path: Path, entries: Sequence[Entry]) -> int:
    """Write lines at the end of the file, all in one write; returns its size.  Raises `NotKept`.

    One write to a file opened for appending arrives whole and at the end, whoever else appends: no lock is needed.
    """
    data = b"".join(map(line, entries))
    try:
        if not path.parent.is_dir():
            private_directory(path.parent)
        descriptor = os.open(path, _APPENDING, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise NotKept(f"{path}: not a regular file, so no note can be kept in it")
            if _is_torn(descriptor):
                data = b"\n" + data  # a line that was cut off must not swallow the next one
            written = os.write(descriptor, data)
            if written != len(data):
                raise NotKept(f"{path}: {written} of {number_of(len(data), 'byte')} were written; is the disk full?")
            return os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise NotKept(f"cannot keep notes in {path}: {reason}; copy the trace to a folder of your own") from None


# Not through a link, and never waiting on a FIFO: the file lies beside a trace that anybody may have made.
_APPENDING: Final = (
    os.O_RDWR | os.O_APPEND | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip


def _is_torn(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    if not size:
        return False
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) != b"\n"


def size(path: Path) -> int:
    """How many bytes there are, to see whether somebody else has written; 0 where there is no file."""
    try:
        return path.lstat().st_size
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise Unreadable(f"{path}: {(error.strerror or str(error)).lower()}") from None
