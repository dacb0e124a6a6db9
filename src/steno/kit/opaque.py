"""Files that nobody but the agent can read: encrypted, or in an encoding of its own.  Says so, once."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO

from msgspec import UNSET

from steno.base.files import ahead, peek
from steno.contracts import Reader
from steno.diagnostics import Place, Report
from steno.formats.heads import DATABASE
from steno.formats.records import UNREADABLE
from steno.model import Actor, ActorKind, Blob, Event, Header, Kind, Origin, Source, Trace

_FEW = 4096


class Either:
    """A reader of JSON or of databases, where an agent also keeps files that nobody else can read."""

    def __init__(self, reader: Reader, opaque: Opaque) -> None:
        self._reader, self._opaque = reader, opaque

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
        stream = ahead(stream, _FEW)
        head = peek(stream, _FEW)
        binary = (b"\0" in head or place.path.endswith(".pb")) and not head.startswith(DATABASE)
        yield from (self._opaque if binary else self._reader).read(stream, place, report)


class Opaque:
    """A reader of such files: one event that stands for all bytes, and a diagnostic that says why there is no more."""

    def __init__(self, name: str, why: str) -> None:
        """`why`: such as `encrypted since version 1.4`."""
        self._name, self._why = name, why

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
        data = stream.read()
        size = len(data)
        report(UNREADABLE.at(Place(place.path, offset=0, length=size), f"{size} bytes cannot be read: {self._why}"))
        event = Event(
            uid="1",
            kind=Kind.BLOB,
            body=Blob(size=size, sha256=sha256(data).hexdigest()),
            origin=Origin(0, 1, 0, size),
            actor="program",
        )
        actors = {"program": Actor(ActorKind.SYSTEM, self._name)}
        header = Header(agent=self._name, actors=actors, sources=(Source(self._name, place.path or UNSET, size),))
        yield Trace(header=header, events=(event,))
