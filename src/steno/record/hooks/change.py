"""Changes to agents' configuration: planned, shown, written whole, and taken back to the byte.

A receipt beside the hook log remembers where in a file Steno's part stands and the hashes of the file with it and
without it, never the file's own text.  As long as nobody else changed the file, taking back gives the very bytes of
before; else only Steno's part is found and taken out.
"""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.base import trusted
from steno.base.files import Unreadable, written
from steno.base.ids import sha256
from steno.base.learned import learned
from steno.hookfiles.target import Inserts, Refused, Target, cut, inserted

_READABLE = 0o644


class Receipt(Struct, frozen=True):
    """What was put into a file."""

    path: str
    created: bool
    before: str
    """SHA-256 of the file without Steno's part."""
    after: str
    ranges: tuple[tuple[int, int], ...]
    """Byte ranges (start, end) of Steno's part."""
    folders: tuple[str, ...] = ()
    """Those that were made for the file, the innermost first."""


class Change(Struct, frozen=True):
    """What would become of a file."""

    path: Path
    before: bytes | None
    """None where there is no file."""
    after: bytes | None
    mode: int
    receipt: Receipt | None = None
    """For an installation."""
    folders: tuple[str, ...] = ()
    """For a removal: those to take away with the file, where nothing else is in them."""

    @property
    def needed(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        """As `diff -u` shows it; empty where nothing changes."""
        old, new = ((each or b"").decode("utf-8", "replace").splitlines(keepends=True) for each in self._sides())
        name, renamed = ("/dev/null" if each is None else str(self.path) for each in self._sides())
        return "".join(
            line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(old, new, name, renamed)
        )

    def _sides(self) -> tuple[bytes | None, bytes | None]:
        return self.before, self.after


def read(path: Path) -> bytes | None:
    """The file's bytes, or None where there is no file; raises `Unreadable`."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would never end
            raise Unreadable(f"{path}: not a regular file")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except Unreadable:
        raise
    except OSError as error:
        raise Unreadable(f"{path}: {(error.strerror or str(error)).lower()}") from None


def install(target: Target, receipts: Path) -> Change:
    """Steno's part in a file, once and as this version writes it; raises `Refused`."""
    before = read(target.path)
    text = target.blank if before is None else _text(before)
    if before is not None and target.found(text) == target.expected():
        return Change(target.path, before, before, target.mode)
    receipt = receipt_of(target.path, receipts)
    created = before is None or (receipt is not None and receipt.created)
    undone = _undone(before, receipt)
    base = _cut(target, text) if undone is None else _text(undone)
    inserts = target.inserts(base)
    after = inserted(base, inserts)
    target.verify(text, after)
    data = _bytes(after)
    new = Receipt(str(_real(target.path)), created, sha256(_bytes(base)), sha256(data), _ranges(base, inserts))
    return Change(target.path, before, data, target.mode, new)


def remove(target: Target, receipts: Path) -> Change:
    """The file without Steno's part; raises `Refused`."""
    before = read(target.path)
    if before is None or not target.found(_text(before)):
        return Change(target.path, before, before, target.mode)
    receipt = receipt_of(target.path, receipts)
    after = _undone(before, receipt)
    if after is None:
        after = _bytes(_cut(target, _text(before)))
    gone = receipt is not None and receipt.created and after == target.blank.encode()
    return Change(target.path, before, None if gone else after, target.mode)


def put(path: Path, data: bytes, receipts: Path) -> Change:
    """A whole file of Steno's; raises `Refused` where the file there is somebody's, or one of ours that was changed."""
    before = read(path)
    if before == data:
        return Change(path, before, before, _READABLE)
    receipt = receipt_of(path, receipts)
    if before is not None and not is_ours(before, receipt):
        whose = "is not Steno's" if receipt is None else "was changed since Steno wrote it"
        raise Refused(f"{path}: the file {whose}; nothing was written, move it away or delete it first")
    made = receipt.folders if receipt is not None and before is not None else tuple(map(str, _missing(path)))
    new = Receipt(str(_real(path)), True, sha256(b""), sha256(data), (), made)
    return Change(path, before, data, _READABLE, new)


def take(path: Path, receipts: Path) -> Change:
    """A whole file of Steno's gone, with the folders that were made for it; raises `Refused` where it was changed."""
    before, receipt = read(path), receipt_of(path, receipts)
    if before is None or receipt is None:
        return Change(path, before, before, _READABLE)
    if not is_ours(before, receipt):
        raise Refused(f"{path}: the file was changed since Steno wrote it; nothing was removed, delete it by hand")
    return Change(path, before, None, _READABLE, folders=receipt.folders)


def is_ours(data: bytes, receipt: Receipt | None) -> bool:
    """Whether a file is as Steno wrote it."""
    return receipt is not None and receipt.after == sha256(data)


def _missing(path: Path) -> Iterator[Path]:
    for folder in path.parents:
        if folder.exists():
            return
        yield folder


def apply(change: Change, receipts: Path) -> None:
    """Write what was planned; raises `Refused` where the file is another by now, and `Unreadable`."""
    path = _real(change.path)
    if read(path) != change.before:
        raise Refused(f"{change.path}: the file changed while Steno was reading it; nothing was written, try again")
    # First: a file without a receipt can be taken back, only less exactly.
    if change.receipt is not None:
        with _writing(receipts):
            trusted.write(_receipt_path(path, receipts), msgspec.json.encode(change.receipt), folders=1)
    with _writing(path):
        _write(path, change)
    if change.receipt is None:
        with _writing(receipts):
            _receipt_path(path, receipts).unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreadable(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None


def _write(path: Path, change: Change) -> None:
    if change.after is None:
        path.unlink()
        _take_away(change.folders)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    mode, owner = change.mode, None
    if change.before is not None:
        status = path.stat()
        mode, owner = stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid)
    with written(path) as stream:
        stream.write(change.after)
        if os.name == "posix":
            os.fchmod(stream.fileno(), mode)
            if owner is not None and os.geteuid() == 0:
                os.fchown(stream.fileno(), *owner)


def _take_away(folders: tuple[str, ...]) -> None:
    for folder in folders:
        try:
            Path(folder).rmdir()
        except OSError:
            return  # something else is in it, or it is gone


def _cut(target: Target, text: str) -> str:
    without = cut(text, target.cuts(text))
    target.verify(text, without)
    if target.found(without):
        raise Refused(f"{target.path}: somebody edited the lines around Steno's hook; remove it by hand")
    return without


def _undone(data: bytes | None, receipt: Receipt | None) -> bytes | None:
    """The bytes of before, where nothing else was changed meanwhile."""
    if data is None or receipt is None or receipt.after != sha256(data):
        return None
    pieces, last = [], 0
    for start, end in receipt.ranges:
        pieces.append(data[last:start])
        last = end
    before = b"".join([*pieces, data[last:]])
    return before if sha256(before) == receipt.before else None


def _ranges(base: str, inserts: Inserts) -> tuple[tuple[int, int], ...]:
    found, shift = [], 0
    for at, piece in sorted(inserts, key=lambda each: each[0]):
        start = len(_bytes(base[:at])) + shift
        size = len(_bytes(piece))
        found.append((start, start + size))
        shift += size
    return tuple(found)


def receipt_of(path: Path, receipts: Path) -> Receipt | None:
    """What is remembered of a file; None where nothing is."""
    real = _real(path)
    try:
        data = trusted.read(_receipt_path(real, receipts), folders=1)
        found = None if data is None else msgspec.json.decode(data, type=learned(Receipt))
    except msgspec.MsgspecError:
        return None  # it only makes taking back more exact
    return found if found is not None and found.path == str(real) else None


def _receipt_path(real: Path, receipts: Path) -> Path:
    return receipts / f"{sha256(os.fsencode(real))}.json"


def _real(path: Path) -> Path:
    """Where the file is that a link leads to: people keep their configuration elsewhere, and link it."""
    return Path(os.path.realpath(path))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
