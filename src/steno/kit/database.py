"""Rows of an SQLite database as records.  Reads one that another program has open, and leaves no file beside it."""

from __future__ import annotations

import base64
import io
import math
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON, BadJSON, decode
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.records import BAD, UNREAD_ROWS, UNREADABLE_ROWS
from steno.kit.sources import Entry, Open
from steno.model import Source


def rows(query: str, *, session: str, json: Iterable[str] = (), tables: Iterable[str] = ()) -> Open:
    """The rows of a query, one trace for each value of the column `session`, by which the query must be sorted.

    The columns `json` hold JSON.  Where `tables` are named, rows of them that the query leaves out are reported.  A
    column `record`, where the query has one, names the kind of a row.
    """
    return partial(_Rows, query, session, frozenset(json), tuple(tables))


@dataclass
class _Rows:
    query: str
    session: str
    json: frozenset[str]
    tables: tuple[str, ...]
    stream: BinaryIO
    place: Place
    report: Report
    size: int = 0
    count: int = 0

    def sessions(self) -> Iterator[Iterable[Entry]]:
        try:
            with _opened(self.stream, self.place.path) as database:
                self.size = self.stream.seek(0, io.SEEK_END)
                database.row_factory = sqlite3.Row
                found = database.execute(self.query)
                for _, group in groupby(found, lambda row: row[self.session]):
                    yield [self._entry(row) for row in group]
                self._missed(database)
        except (sqlite3.Error, IndexError, OSError) as error:
            self.report(UNREADABLE_ROWS.at(self._whole(), f"cannot read the database: {error}"))

    def _whole(self) -> Place:
        return Place(self.place.path, offset=0, length=self.stream.seek(0, io.SEEK_END))

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        # A row has no place among the bytes: the pages of a file are the database's own.
        return (Source(format, self.place.path or UNSET, self.size, frame=((0, self.size),)),)

    def _entry(self, row: sqlite3.Row) -> Entry:
        self.count += 1
        record = {key: self._value(key, row[key]) for key in row.keys()}  # noqa: SIM118  # a Row iterates over values
        name = record.pop("record", "")
        return Entry(0, "", name if type(name) is str else "", Line(self.count, 0, 0, record))

    def _value(self, key: str, value: Any) -> JSON:
        if key in self.json and isinstance(value, str | bytes):
            try:
                return decode(value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value).value
            except BadJSON as error:
                place = Place(self.place.path, self.count, f"/{key}")
                self.report(BAD.at(place, f"the column {key} is not JSON: {error}"))
        if isinstance(value, bytes):
            try:
                return value.decode()
            except UnicodeDecodeError:
                return {"base64": base64.b64encode(value).decode()}
        return str(value) if isinstance(value, float) and not math.isfinite(value) else value

    def _missed(self, database: sqlite3.Connection) -> None:
        if not self.tables:
            return
        counts = (database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in self.tables)  # noqa: S608
        if (missed := sum(counts) - self.count) > 0:
            self.report(UNREAD_ROWS.at(self._whole(), f"{missed} rows belong to no session"))


@contextmanager
def _opened(stream: BinaryIO, path: str) -> Iterator[sqlite3.Connection]:
    """The database, as it stands on disk with what its log holds; never written to, never locked."""
    logs = [end for end in ("-wal", "-journal") if path and _size(Path(path + end))]
    if logs:
        # SQLite writes an index beside a log to read it, and plays a journal back, so it works on a copy.
        with tempfile.TemporaryDirectory(prefix="steno-") as folder:
            for end in ("", *logs):
                shutil.copyfile(path + end, Path(folder, "copy.db" + end))
            yield from _closing(sqlite3.connect(Path(folder, "copy.db")))
    elif path and Path(path).is_file():
        yield from _closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1", uri=True))
    else:
        database = sqlite3.connect(":memory:")
        database.deserialize(stream.read())
        yield from _closing(database)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _closing(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield database
    finally:
        database.close()
