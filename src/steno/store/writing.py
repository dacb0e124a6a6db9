"""Puts what was read into the catalog: a file whole or not at all.  The only place that writes rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from steno.store.counting import recount
from steno.store.reading import One, Read
from steno.store.rows import Row, Rows
from steno.store.schema import DELETES, MOST, SHIFT

_TABLES = ("call", "touched", "command", "made", "request")
"""Those whose rows are known by their event."""
_COLUMNS = (
    "source", "number", "shared", "id", "own_id", "agent", "parent", "forked_from", "title", "project", "branch",
    "version", "started", "ended", "active", "turns", "events", "calls", "failures", "files", "digest",
)  # fmt: skip


class Writer:
    """Writes into an open transaction.  Remembers which names have a number."""

    def __init__(self, connection: sqlite3.Connection, now: str) -> None:
        self._base, self._now = connection, now
        self._names: dict[str, int] = {}
        self._version = -1
        self._keys = set[int]()
        """Of requests that were written or taken away: which of them count is to be found again."""

    def begin(self) -> None:
        """Where another process has written meanwhile, it may have given names a number."""
        version = self._base.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._names, self._version = dict(self._base.execute("SELECT text, id FROM name")), version
        self._keys.clear()

    def end(self) -> None:
        """Before the transaction ends."""
        recount(self._base, self._keys)

    def put(self, read: Read) -> bool:
        """What a file says now, in the place of what it said before; False where another process was faster."""
        file = read.file
        before = self._base.execute(
            "SELECT id, size, modified, sha256, read_at, beside FROM source WHERE path = ?", (file.path,)
        ).fetchone()
        beside = msgspec.json.encode(read.beside).decode()
        if before is not None and (before[1:3], before[5]) == ((file.size, file.modified), beside):
            return False
        values = (
            file.agent, file.is_run, file.size, file.modified, read.inode, read.sha256, self._now, beside,
            _text(read.why), file.path,
        )  # fmt: skip
        if before is None:
            source = self._base.execute(
                "INSERT INTO source (agent, is_run, size, modified, inode, sha256, read_at, beside, why, path)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values,
            ).lastrowid  # fmt: skip
        else:
            source = before[0]
            if before[3] and before[3] != read.sha256 and not read.is_grown:
                self._base.execute(
                    "INSERT INTO state (source, sha256, size, modified, read_at, replaced_at)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (source, before[3], before[1], before[2], before[4], self._now),
                )
            self._base.execute(
                "UPDATE source SET agent = ?, is_run = ?, size = ?, modified = ?, inode = ?, sha256 = ?, read_at = ?,"
                " beside = ?, why = ? WHERE path = ?", values,
            )  # fmt: skip
        self._sessions(source or 0, read)
        return True

    def remove(self, path: str) -> None:
        """Take a file away that is no longer there."""
        row = self._base.execute("SELECT id FROM source WHERE path = ?", (path,)).fetchone()
        if row is not None:
            for (key,) in self._base.execute("SELECT key FROM session WHERE source = ?", row).fetchall():
                self._forget(key)
            self._base.execute("DELETE FROM source WHERE id = ?", row)

    def _sessions(self, source: int, read: Read) -> None:
        old: dict[str, tuple[int, int]] = {}
        for id, key, digest in self._base.execute(
            "SELECT id, key, digest FROM session WHERE source = ? ORDER BY number", (source,)
        ):
            old[id] = key, digest
        for one in read.sessions:
            key, digest = old.pop(one.id, (None, None))
            if key is None or digest != one.digest:
                self._session(source, read, one, key)
        for key, _ in old.values():
            self._forget(key)

    def _session(self, source: int, read: Read, one: One, key: int | None) -> None:
        """One session; where it goes on as it was, its words are only added to."""
        kept = 0
        if key is not None:
            if (kept := self._known(key, one.rows.events)) < 0:
                self._forget(key)
                key, kept = None, 0
            else:
                self._clear(key)
        about = one.rows.about | {
            "source": source, "agent": read.file.agent, "digest": one.digest,
            "active": one.rows.about["active"] or int(read.file.modified * 1000),
        }  # fmt: skip
        columns = ", ".join(("key", *_COLUMNS))
        marks = ", ".join("?" * (len(_COLUMNS) + 1))
        key = self._base.execute(
            f"INSERT INTO session ({columns}) VALUES ({marks})",
            (key, *(about[name] for name in _COLUMNS)),
        ).lastrowid
        self._rows(key or 0, one.rows, kept)

    def _known(self, key: int, events: Sequence[Row]) -> int:
        """How many events a session has whose words are those of the first of these; -1 where they differ."""
        query = "SELECT words FROM event WHERE id BETWEEN ? AND ? ORDER BY id"
        old = [row[0] for row in self._base.execute(query, _range(key))]
        return len(old) if old == [row[-1] for row in events[: len(old)]] else -1

    def _clear(self, key: int) -> None:
        """Take all rows of a session away but its words, and the ids by which events are found."""
        within = _range(key)
        self._keys.update(
            row[0] for row in self._base.execute("SELECT key FROM request WHERE event BETWEEN ? AND ?", within)
        )
        for table in _TABLES:
            self._base.execute(f"DELETE FROM {table} WHERE event BETWEEN ? AND ?", within)
        self._base.execute("DELETE FROM event WHERE id BETWEEN ? AND ?", within)
        self._base.execute("DELETE FROM note WHERE session = ?", (key,))
        self._base.execute("DELETE FROM session WHERE key = ?", (key,))

    def _forget(self, key: int) -> None:
        self._clear(key)
        if DELETES:
            self._base.execute("DELETE FROM words WHERE rowid BETWEEN ? AND ?", _range(key))

    def _rows(self, key: int, rows: Rows, kept: int) -> None:
        base, name = key << SHIFT, self._name
        many = self._base.executemany
        many("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            (base + number, name(kind), name(role), name(tool), name(model), time, turn, file, offset, length,
             name(pointer), flags, words)
            for number, (kind, role, tool, model, time, turn, file, offset, length, pointer, flags, words)
            in enumerate(rows.events, 1)
        ))  # fmt: skip
        many("INSERT INTO words (rowid, text, parts) VALUES (?, ?, ?)",
             ((base + number, words.text, words.parts) for number, words in rows.words if number > kept))  # fmt: skip
        many("INSERT OR IGNORE INTO ident VALUES (?, ?)", ((hash, base + number) for hash, number in rows.idents))
        many("INSERT INTO call VALUES (?, ?, ?, ?, ?, ?)", (
            (base + number, None if result is None else base + result, *rest) for number, result, *rest in rows.calls
        ))  # fmt: skip
        many("INSERT OR IGNORE INTO touched VALUES (?, ?, ?, ?)",
             ((base + number, name(path), *rest) for number, path, *rest in rows.touched))  # fmt: skip
        many("INSERT OR REPLACE INTO command VALUES (?, ?, ?, ?, ?, ?)", (
            (base + number, name(program), name(subcommand), name(operation), *rest)
            for number, program, subcommand, operation, *rest in rows.commands
        ))  # fmt: skip
        many("INSERT OR IGNORE INTO made VALUES (?, ?, ?, ?)", _based(base, rows.made))
        many("INSERT INTO note (session, event, key, author, time, value) VALUES (?, ?, ?, ?, ?, ?)", (
            (key, None if number is None else base + number, *rest) for number, *rest in rows.notes
        ))  # fmt: skip
        self._requests(base, rows.requests)

    def _requests(self, base: int, found: Iterable[Row]) -> None:
        name = self._name
        for number, order, key, inherited, model, time, *counts, missing, usd, floor, why, tool, waited in found:
            self._keys.add(key)
            self._base.execute(
                "INSERT INTO request VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)",
                (base + number, order, key, inherited, name(model), time, *counts, name(missing), usd, floor, name(why),
                 name(tool), waited),
            )  # fmt: skip

    def _name(self, text: str | None) -> int | None:
        """The number of a name, which gets one where it is new."""
        if text is None:
            return None
        found = self._names.get(text)
        if found is None:
            found = self._base.execute("INSERT INTO name (text) VALUES (?)", (text,)).lastrowid or 0
            self._names[text] = found
        return found


def _range(key: int) -> tuple[int, int]:
    return key << SHIFT, (key << SHIFT) + MOST


def _based(base: int, rows: Iterable[Row]) -> Iterable[tuple[Any, ...]]:
    return ((base + number, *rest) for number, *rest in rows)


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode()
