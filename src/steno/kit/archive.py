"""A ZIP archive of JSON documents as a source of records, such as the log of an evaluation.  Never unpacks to disk."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import BinaryIO

from msgspec import UNSET

from steno.diagnostics import Place, Report
from steno.formats.records import DAMAGED, UNREAD_FILE, flawed
from steno.kit.sources import Entry, whole
from steno.model import Source

_DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What a member that is cut off, damaged, encrypted or packed in an unknown way raises."""
_MOST = 1 << 30
"""So large a member is none of a session."""


class Archive:
    """A session for each member that a pattern finds, a record named `session`; what others find stands before it."""

    def __init__(self, session: str, **before: str) -> None:
        self._session, self._before = session, before

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Reading:
        return _Reading(self._session, self._before, stream.read(), place, report)


class _Reading:
    def __init__(self, session: str, before: dict[str, str], data: bytes, place: Place, report: Report) -> None:
        self._session, self._before, self._data, self._place, self._report = session, before, data, place, report

    def sessions(self) -> Iterator[Iterable[Entry]]:
        try:
            with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
                yield from self._each(archive)
        except _DAMAGE as error:
            place = Place(self._place.path, 0, "", 0, len(self._data))
            self._report(DAMAGED.at(place, f"the archive cannot be read: {error}"))

    def _each(self, archive: zipfile.ZipFile) -> Iterator[list[Entry]]:
        members = archive.infolist()
        around = [
            (name, each) for name, glob in self._before.items() for each in members if fnmatchcase(each.filename, glob)
        ]
        texts = [(name, each, self._text(archive, each)) for name, each in around]
        for member in members:
            if fnmatchcase(member.filename, self._session) and (text := self._text(archive, member)) is not None:
                every = [*texts, ("session", member, text)]
                yield [
                    self._entry(name, each, data, number)
                    for number, (name, each, data) in enumerate(every, 1)
                    if data is not None
                ]

    def _text(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes | None:
        try:
            if member.file_size > _MOST:
                raise ValueError(f"it would be {member.file_size} bytes")
            return archive.read(member)
        except _DAMAGE as error:
            place = Place(self._place.path, 0, "", member.header_offset, member.compress_size)
            self._report(UNREAD_FILE.at(place, f"{member.filename} cannot be read: {error}"))
            return None

    def _entry(self, name: str, member: zipfile.ZipInfo, data: bytes, number: int) -> Entry:
        line = whole(data, number, member.header_offset, member.compress_size)
        return Entry(0, "", name, flawed(line, self._place, self._report))

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        # What is packed belongs to the archive; other members are of other sessions, or an index of them.
        whole = len(self._data)
        return (Source(format, self._place.path or UNSET, whole, frame=((0, whole),)),)
