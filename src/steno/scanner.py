"""Looks for secrets and personal data in texts, files and folders.  Reports where, never what."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from steno.base.counts import number_of
from steno.base.files import Unreadable, damage, opened
from steno.base.wide import as_utf8
from steno.contracts import Code
from steno.detect import Level, Span, Unscannable, finder
from steno.detect.finders import name_of
from steno.detect.policy import Allowed
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.guard import OVERLAP, PIECE

BINARY = Code(
    "SRC040",
    "file-is-binary",
    "There is a NUL byte among the file's first 8192, so it is not text, and Steno did not scan it.",
    Severity.NOTE,
)
UNSCANNED = Code(
    "SRC041",
    "text-not-scanned",
    "A part of the file could not be scanned. Treat it as if it held a secret.",
)
CODES = (BINARY, UNSCANNED)

_HEAD = 8192
"""So much of a file says whether it is binary.  A NUL further on, as a log may hold one, ends nothing."""

SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__"})
"""Folders that hold copies of what stands elsewhere."""


def scan(text: str, level: Level | str = Level.SECRETS) -> list[Span]:
    """What in a text would be masked at a level: in order, each with its place, its type and its rule."""
    return finder(Level(level)).find(text)


def scan_stream(stream: BinaryIO, place: Place, looking: Allowed, report: Report) -> None:
    """Report every finding in a stream of text, with its line; bytes that are not UTF-8 are looked at too."""
    text = as_utf8(stream)
    known: set[Place] = set()
    for piece in _pieces(text):
        if not piece.seen and b"\0" in piece.data[:_HEAD]:
            report(BINARY.at(place, "a binary file, not scanned"))
            return
        known = _scan_piece(piece, place, looking, report, known)
    if problem := damage(stream):
        report(
            UNSCANNED.at(place, f"the compressed data is damaged or cut off, and the rest was not scanned: {problem}")
        )


class _Piece(NamedTuple):
    data: bytes
    seen: int
    """Up to here it was looked at before."""
    line: int
    """The number of the line in which it begins."""
    column: int
    """How much of that line stands before it."""


def _scan_piece(piece: _Piece, place: Place, looking: Allowed, report: Report, known: set[Place]) -> set[Place]:
    """The places that it has reported, to be known with the next piece: what a cut shortens stands in both."""
    try:
        found = looking.find_bytes(piece.data, piece.seen)
    except Unscannable as error:
        where = Place(place.path, piece.line)
        report(UNSCANNED.at(where, f"{number_of(len(piece.data), 'byte')} were not scanned: {error}"))
        return set()
    line, begin, done, reported = piece.line, -piece.column, 0, set()
    for span in found:
        if breaks := piece.data.count(b"\n", done, span.start):
            line, begin = line + breaks, piece.data.rfind(b"\n", done, span.start) + 1
        done = span.start
        if span.end > piece.seen:
            where = Place(place.path, line, column=span.start - begin + 1)
            reported.add(where)
            if where not in known:
                about = _name(span, looking).replace("-", " ")
                report(Diagnostic(span.code, Severity.ERROR, f"{about} ({span.type})", where))
    return reported


def _name(span: Span, looking: Allowed) -> str:
    if span.code in looking.rules:
        return looking.rules[span.code].name
    return name_of(span.code) or span.type


def _pieces(stream: BinaryIO) -> Iterator[_Piece]:
    """A text in pieces that overlap, so that no secret stands across a cut; cut between lines where there are some.

    A file of JSON records is a text like others: what JSON escapes is looked at as it is and as it reads.
    """
    kept, line, column = b"", 1, 0
    while new := stream.read(PIECE):
        if not new.endswith(b"\n"):
            new += stream.readline(OVERLAP)
        data = kept + new
        yield _Piece(data, len(kept), line, column)
        low = max(0, len(data) - 2 * OVERLAP)
        cut = data.rfind(b"\n", low, max(0, len(data) - OVERLAP)) + 1 or _between(data, max(0, len(data) - OVERLAP))
        begin = data.rfind(b"\n", 0, cut)
        line, column = line + data.count(b"\n", 0, cut), cut - begin - 1 + (column if begin < 0 else 0)
        kept = data[cut:]


def _between(data: bytes, at: int) -> int:
    """The nearest place before that is not inside a character."""
    while at > 0 and data[at] & 0xC0 == 0x80:
        at -= 1
    return at


def files(path: Path, report: Report) -> Iterator[Path]:
    """The file itself, or every file below a folder, in order of names; links are not followed."""
    if not path.is_dir():
        yield path
        return
    for folder, folders, names in os.walk(path, onerror=lambda error: _unlisted(error, report)):
        folders[:] = sorted(set(folders) - SKIPPED)
        for name in sorted(names):
            found = Path(folder, name)
            if found.is_file() and not found.is_symlink():
                yield found


def _unlisted(error: OSError, report: Report) -> None:
    report(
        UNSCANNED.at(Place(str(error.filename)), f"cannot list this folder: {(error.strerror or str(error)).lower()}")
    )


def _unwatched(stream: BinaryIO) -> None:
    """Where nobody asks how far reading is."""


def scan_file(path: Path, looking: Allowed, report: Report, watch: Callable[[BinaryIO], None] = _unwatched) -> None:
    """Report every finding in a file, decompressed where it is compressed; raises `Unreadable`.

    `watch` is given the stream before it is read.
    """
    with opened(path) as stream:
        watch(stream)
        try:
            scan_stream(stream, Place(str(path)), looking.at(path), report)
        except OSError as error:
            raise Unreadable(f"{path}: {(error.strerror or str(error)).lower()}") from None
