"""Looks for secrets and personal data in texts, files and folders.  Reports where, never what."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from steno.base.exact import JSON, BadJSON, decode
from steno.base.files import Unreadable, damage, opened
from steno.contracts import Code
from steno.detect import RULES, Level, Span, Unscannable, finder
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.guard import OVERLAP, PIECE

BINARY = Code(
    "SRC040",
    "file-is-binary",
    "The file holds NUL bytes, so it is no text, and it was not looked at.",
    Severity.NOTE,
)
UNSCANNED = Code(
    "SRC041",
    "text-not-scanned",
    "A part of the file could not be scanned. Treat it as if it held a secret.",
)
CODES = (BINARY, UNSCANNED)

SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__"})
"""Folders that hold copies of what stands elsewhere."""


def scan(text: str, level: Level | str = Level.SECRETS) -> list[Span]:
    """What in a text would be masked at a level: in order, each with its place, its type and its rule."""
    return finder(Level(level)).find(text)


def scan_stream(stream: BinaryIO, place: Place, level: Level, report: Report) -> None:
    """Report every finding in a stream of text, with its line; bytes that are not UTF-8 are looked at too."""
    reader = io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
    try:
        for start, line, text, lines in _texts(reader):
            if lines and "\0" in text:  # a record may well say NUL, by its escape
                report(BINARY.at(place, "a binary file, not scanned"))
                return
            _scan_text(text, start, line if lines else None, Place(place.path, line), level, report)
    finally:
        reader.detach()  # the stream is its owner's to close
    if problem := damage(stream):
        report(
            UNSCANNED.at(place, f"the compressed data is damaged or cut off, and its rest was not scanned: {problem}")
        )


def _scan_text(text: str, start: int, first: int | None, place: Place, level: Level, report: Report) -> None:
    """Report what ends after `start`; `first` is the number of the text's first line, None where all of it is one."""
    try:
        found = finder(level).find(text)
    except Unscannable as error:
        report(UNSCANNED.at(place, f"{len(text)} characters were not scanned: {error}"))
        return
    for span in found:
        if span.end > start:
            number = place.line if first is None else first + text.count("\n", 0, span.start)
            rule = _names().get(span.code)
            about = rule.name.replace("-", " ") if rule else span.type
            report(Diagnostic(span.code, Severity.ERROR, f"{about} ({span.type})", Place(place.path, number)))


@cache
def _names() -> dict[str, Code]:
    return {rule.code: rule for rule in RULES}


def _texts(stream: io.TextIOWrapper) -> Iterator[tuple[int, int, str, bool]]:
    """What to look at: up to where it was looked at before, its first line, the text, and whether it has lines.

    A file of JSON records is looked at record by record, as its strings say it and not as JSON spells them.
    """
    first = stream.readline()
    if not isinstance(_record(first), dict):
        yield from ((start, line, text, True) for start, line, text in _pieces(stream, first))
        return
    for number, line in enumerate(chain([first], stream), 1):
        record = _record(line)
        yield 0, number, line if record is None else "\n".join(_strings(record)), False


def _record(line: str) -> JSON | None:
    """The object or array of a line, or None where it holds none."""
    if not line.startswith(("{", "[")):
        return None
    try:
        return decode(line.strip().encode("utf-8", "surrogateescape")).value
    except BadJSON:
        return None


def _strings(value: JSON) -> Iterator[str]:
    """Every string of a value, each with the name it stands under, because that may say what it is."""
    stack: list[tuple[str, JSON]] = [("", value)]
    while stack:
        name, item = stack.pop()
        if isinstance(item, dict):
            stack.extend(reversed(item.items()))
        elif isinstance(item, list):
            stack.extend((name, each) for each in reversed(item))
        elif isinstance(item, str):
            yield f"{name}: {item}" if name else item
        elif name:
            yield name


def _pieces(stream: io.TextIOWrapper, new: str) -> Iterator[tuple[int, int, str]]:
    """Pieces of a text: up to where it was looked at before, the number of its first line, the piece."""
    kept, line = "", 1
    while True:
        new += stream.read(PIECE)
        if new and not new.endswith("\n"):
            new += stream.readline(PIECE)
        if not new:
            return
        whole = kept + new
        yield len(kept), line, whole
        cut = whole.rfind("\n", 0, max(0, len(whole) - OVERLAP)) + 1
        line += whole.count("\n", 0, cut)
        kept, new = whole[cut:], ""


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
    report(UNSCANNED.at(Place(str(error.filename)), f"cannot be listed: {(error.strerror or str(error)).lower()}"))


def scan_file(path: Path, level: Level, report: Report) -> None:
    """Report every finding in a file, decompressed where it is compressed; raises `Unreadable`."""
    with opened(path) as stream:
        try:
            scan_stream(stream, Place(str(path)), level, report)
        except OSError as error:
            raise Unreadable(f"{path}: {(error.strerror or str(error)).lower()}") from None
