"""A transcript as it stands, for the rules: every line that is an object, and how the lines end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from steno.base.exact import JSON, pointer
from steno.contracts import Finding
from steno.diagnostics import Place, Report
from steno.formats.awf.wire import Payload, dispatch
from steno.formats.records import records


class Row(NamedTuple):
    """A line.  What many rules ask for is looked up once."""

    number: int
    record: dict[str, JSON]
    type: str
    """Empty where it is no text."""
    run: str
    """Empty where it is no text."""
    payload: JSON
    shape: Payload

    def says(self, message: str, *path: str | int) -> Finding:
        """What a rule finds in a part of the line."""
        return Finding(pointer(*path), message, self.number)

    def blocks(self) -> Iterator[tuple[tuple[str | int, ...], JSON]]:
        """Each block with where it stands."""
        if self.shape is Payload.MESSAGE and isinstance(self.payload.get("blocks"), list):
            yield from ((("payload", "blocks", index), block) for index, block in enumerate(self.payload["blocks"]))
        elif self.shape is Payload.BLOCKS:
            yield from ((("payload", index), block) for index, block in enumerate(self.payload))


class Document(NamedTuple):
    rows: list[Row]
    endings: list[tuple[int, str]]
    """The lines that end in anything but a line feed, and in what."""


def load(stream: BinaryIO, place: Place, report: Report) -> Document:
    """The document; lines that are none of its events are reported."""
    watched = _Watched(stream)
    rows = [
        _row(line.number, line.value)
        for line in records(watched, place, report)  # type: ignore[arg-type]
        if isinstance(line.value, dict)
    ]
    return Document(rows, watched.endings)


def _row(number: int, record: dict[str, JSON]) -> Row:
    kind, run, payload = record.get("type"), record.get("run_id"), record.get("payload")
    known = kind if isinstance(kind, str) else "", run if isinstance(run, str) else ""
    return Row(number, record, *known, payload, dispatch(payload))


class _Watched:
    """A stream that notes how the lines end that are read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._number = stream, 0
        self.endings: list[tuple[int, str]] = []

    def readline(self) -> bytes:
        return self._noted(self._stream.readline())

    def readlines(self, hint: int = -1) -> list[bytes]:
        return [self._noted(data) for data in self._stream.readlines(hint)]

    def _noted(self, data: bytes) -> bytes:
        self._number += 1
        if data.endswith(b"\r\n"):
            self.endings.append((self._number, "a carriage return and a line feed"))
        elif data and not data.endswith(b"\n"):
            self.endings.append((self._number, "nothing"))
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
