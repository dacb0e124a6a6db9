"""Rows of an SQLite database as records.  Reads one that another program has open, and leaves no file beside it."""

from __future__ import annotations

import base64
import io
import math
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from heapq import merge
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode
from steno.base.files import damage, decompressed
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.records import BAD, UNREAD_ROWS, UNREADABLE, UNREADABLE_ROWS
from steno.kit.sources import Arrange, Entry, Open
from steno.model import Source


class Table(NamedTuple):
    """A table of which every row is a record; no other is ever looked into."""

    record: str
    """What its records are called: the kind of a record is this name and what the spec's `tell` says."""
    name: str
    session: str
    """The column, or the expression in SQL, that says which session a row belongs to."""
    order: str = "rowid"
    """What the rows of a session are sorted by."""
    json: tuple[str, ...] = ()
    """Columns that hold JSON, as it is or compressed."""
    columns: str = "*"
    """Those that are read: a column with a token or an account is left out."""
    where: str = ""
    """Which rows are read, where a table holds other things too, such as a table of keys and values."""
    optional: bool = False
    """Whether some versions do not have it."""


def tables(
    *every: Table, order: Callable[[str, dict[str, JSON]], Any] | None = None, arrange: Arrange | None = None
) -> Open:
    """The rows of some tables, one trace for each session that any of them names; NULL and `''` are one session too.

    The records of a session come table by table, or as `order` sorts them, by a record's name and value, or as
    `arrange` puts them.
    """
    return partial(_Tables, every, order, arrange)


def rows(query: str, *, session: str, json: Iterable[str] = (), tables: Iterable[str] = ()) -> Open:
    """The rows of a query, one trace for each value of the column `session`, by which the query must be sorted.

    The columns `json` hold JSON.  Where `tables` are named, rows of them that the query leaves out are reported.  A
    column `record`, where the query has one, names the kind of a row.
    """
    return partial(_Rows, query, session, frozenset(json), tuple(tables))


class _Found(NamedTuple):
    """A row that was read, and what it is sorted by."""

    session: str
    table: int
    row: sqlite3.Row


class _Database:
    """What is common to all ways to read one."""

    def __init__(self, stream: BinaryIO, place: Place, report: Report) -> None:
        self.stream, self.place, self.report = stream, place, report
        self.count = 0
        self.odd: Counter[str] = Counter()
        """How many values of a column are bytes that are no text."""
        self.sizes: dict[str, int] = {}
        """Of the file and of its log, by path."""

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        # A row has no place among the bytes: the pages of a file are the database's own.
        sizes = self.sizes.items()
        return tuple(Source(format, path or UNSET, each, frame=((0, each),)) for path, each in sizes)

    def _said(self) -> None:
        """Say of each column once what nobody here can read."""
        for key, count in self.odd.items():
            message = f"the column {key} holds bytes that are no text: kept as they are, not understood"
            self.report(replace(UNREADABLE.at(Place(self.place.path, pointer=f"/{key}"), message), count=count))

    def _whole(self) -> Place:
        return Place(self.place.path, offset=0, length=self.sizes.get(self.place.path, 0))

    def _unreadable(self, error: Exception, what: str = "the database") -> None:
        self.report(UNREADABLE_ROWS.at(self._whole(), f"cannot read {what}: {error}"))

    def _entry(self, name: str, row: sqlite3.Row, json: Iterable[str]) -> Entry:
        self.count += 1
        record = {key: self._value(key, row[key], json) for key in row.keys() if key != _SESSION}  # noqa: SIM118  # a Row iterates over values
        return Entry(0, "", name, Line(self.count, 0, 0, record))

    def _value(self, key: str, value: Any, json: Iterable[str]) -> JSON:
        if key in json and isinstance(value, str | bytes):
            try:
                return decode(_unpacked(value)).value
            except (BadJSON, OSError) as error:
                self.report(
                    BAD.at(Place(self.place.path, self.count, f"/{key}"), f"the column {key} is not JSON: {error}")
                )
        if isinstance(value, bytes):
            try:
                return value.decode()
            except UnicodeDecodeError:
                self.odd[key] += 1
                return {"base64": base64.b64encode(value).decode()}
        return str(value) if isinstance(value, float) and not math.isfinite(value) else value


_SESSION = "$session"
"""The column that is added to every row of a table."""


class _Tables(_Database):
    def __init__(
        self, every: tuple[Table, ...], order: Any, arrange: Arrange | None,
        stream: BinaryIO, place: Place, report: Report,
    ) -> None:  # fmt: skip
        super().__init__(stream, place, report)
        self.every, self.order, self.arrange = every, order, arrange

    def sessions(self) -> Iterator[Iterable[Entry]]:
        try:
            with opened(self.stream, self.place.path, self.sizes) as database:
                found = merge(
                    *(self._rows(database, index) for index in range(len(self.every))), key=lambda row: row[:2]
                )
                for _, group in groupby(found, lambda row: row.session):
                    entries = [self._entry(self.every[t].record, row, self.every[t].json) for _, t, row in group]
                    if self.order is not None:
                        order = self.order
                        entries.sort(key=lambda each: order(each.name, each.line.value))
                    yield entries if self.arrange is None else self.arrange(entries)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            self._unreadable(error)
        self._said()

    def _rows(self, database: sqlite3.Connection, index: int) -> Iterator[_Found]:
        """The rows of a table by session, as many as can be read."""
        table = self.every[index]
        try:
            if table.optional and not _exists(database, table.name):
                return
            for row in database.execute(_query(table)):
                session = row[_SESSION]
                yield _Found(session if isinstance(session, str) else repr(session), index, row)
        except (sqlite3.Error, IndexError, UnicodeDecodeError) as error:  # even its errors may be damaged
            self._unreadable(error, f"the table {table.name}")


def _query(table: Table) -> str:
    where = f"WHERE {table.where}" if table.where else ""
    session = f"coalesce(CAST({table.session} AS TEXT), '') AS \"{_SESSION}\""
    return f'SELECT {table.columns}, {session} FROM "{table.name}" {where} ORDER BY "{_SESSION}", {table.order}'  # noqa: S608


def _exists(database: sqlite3.Connection, name: str) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [name]).fetchone() is not None


class _Rows(_Database):
    def __init__(
        self, query: str, session: str, json: frozenset[str], tables: tuple[str, ...],
        stream: BinaryIO, place: Place, report: Report,
    ) -> None:  # fmt: skip
        super().__init__(stream, place, report)
        self.query, self.session, self.json, self.tables = query, session, json, tables

    def sessions(self) -> Iterator[Iterable[Entry]]:
        try:
            with opened(self.stream, self.place.path, self.sizes) as database:
                found = database.execute(self.query)
                for _, group in groupby(found, lambda row: row[self.session]):
                    yield [self._named(row) for row in group]
                self._missed(database)
        except (sqlite3.Error, IndexError, OSError, UnicodeDecodeError) as error:
            self._unreadable(error)
        self._said()

    def _named(self, row: sqlite3.Row) -> Entry:
        entry = self._entry("", row, self.json)
        name = entry.line.value.pop("record", "")  # type: ignore[union-attr]
        return entry._replace(name=name if type(name) is str else "")

    def _missed(self, database: sqlite3.Connection) -> None:
        if not self.tables:
            return
        counts = (database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in self.tables)  # noqa: S608
        if (missed := sum(counts) - self.count) > 0:
            self.report(UNREAD_ROWS.at(self._whole(), f"{missed} rows belong to no session"))


# Bytes


def _unpacked(value: str | bytes) -> bytes:
    """The JSON of a column, decompressed where it is compressed; raises OSError where that is damaged."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    stream = decompressed(io.BytesIO(value))
    data = stream.read()
    if problem := damage(stream):
        raise OSError(f"the compressed data is damaged or cut off: {problem}")
    return data


def _text(data: bytes) -> str | bytes:
    """A text as it is; the bytes of one that is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


_TRIES = 5
_LOGS = ("-wal", "-journal")
"""What a program that has the database open keeps beside it.  The index of the log (`-shm`) is not copied: SQLite makes
it anew from the log, and so sees all that was committed."""


@contextmanager
def opened(stream: BinaryIO, path: str, sizes: dict[str, int]) -> Iterator[sqlite3.Connection]:
    """The database, as it stands on disk with what its log holds; never written to, never locked."""
    if path and any(_state(path + end) for end in _LOGS):
        # SQLite writes an index beside a log to read it, and plays a journal back, so it works on a copy.
        with tempfile.TemporaryDirectory(prefix="steno-") as folder:  # which nobody else can look into
            sizes.update(_copied(path, Path(folder, "copy.db")))
            yield from _closing(sqlite3.connect(Path(folder, "copy.db")))
        return
    if path and Path(path).is_file():
        sizes[path] = Path(path).stat().st_size
        yield from _closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1", uri=True))
    else:
        data = stream.read()
        sizes[path] = len(data)
        if not data:
            raise sqlite3.DatabaseError("nothing is in it")
        database = sqlite3.connect(":memory:")
        database.deserialize(data)
        yield from _closing(database)


def _copied(path: str, copy: Path) -> dict[str, int]:
    """Copy a database with its logs as they are at one moment: again, where another program wrote meanwhile."""
    for _ in range(_TRIES):
        before = {end: _state(path + end) for end in ("", *_LOGS)}
        try:
            for end, state in before.items():
                Path(f"{copy}{end}").unlink(missing_ok=True)
                if state:
                    shutil.copyfile(path + end, f"{copy}{end}")
        except FileNotFoundError:
            continue  # a log that has just been played back
        if before == {end: _state(path + end) for end in before}:
            break
    copies = {path + end: Path(f"{copy}{end}") for end in before}
    return {each: copied.stat().st_size for each, copied in copies.items() if copied.exists()}


def _state(path: str) -> tuple[int, int] | None:
    """What changes when a file does; None where there is none, or nothing in it."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status.st_size else None


def _closing(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    database.row_factory, database.text_factory = sqlite3.Row, _text
    try:
        yield database
    finally:
        database.close()
