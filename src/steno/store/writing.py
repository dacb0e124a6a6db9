"""Puts what was read into the catalog: a file whole or not at all.  The only place that writes rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from steno.store import findings
from steno.store.counting import recount
from steno.store.reading import One, Read
from steno.store.resuming import Tail, is_told_otherwise
from steno.store.rows import Row, Rows, spelled_shape
from steno.store.schema import DELETES, MOST, SHIFT, UNSEEN
from steno.store.spent import add_up

_TABLES = ("call", "touched", "command", "made", "request")
"""Those whose rows are known by their event."""
_COLUMNS = (
    "source", "number", "shared", "id", "own_id", "agent", "parent", "forked_from", "title", "project", "branch",
    "version", "started", "ended", "active", "turns", "events", "calls", "failures", "shape", "files", "digest",
)  # fmt: skip


class Reread(Exception):
    """The end of a file does not go on from what was read before: it has to be read whole."""


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
        add_up(self._base, recount(self._base, self._keys))

    def put(self, read: Read) -> bool:
        """What a file says now, in the place of what it said before; False where another process was faster.

        Raises `Reread` where the end of a file has to do with what stands before it, and nothing is written.
        """
        file = read.file
        before = self._base.execute(
            "SELECT id, size, modified, sha256, read_at, beside, is_archived FROM source WHERE path = ?", (file.path,)
        ).fetchone()
        beside = msgspec.json.encode(read.beside).decode()
        is_archived = int(bool(file.archive))
        now = file.size, file.modified, beside, is_archived
        if before is not None and (*before[1:3], *before[5:]) == now:
            return False
        if read.tail is not None:
            if before is None or (before[1], before[3]) != (file.old_size, file.old_sha256):
                return False  # another process has read it, and the next run goes on from there
            self._tail(before[0], read, read.tail)
        values = (
            file.agent, file.is_run, read.size, file.modified, read.inode, read.sha256, self._now, beside,
            _text(read.why), is_archived, read.mark, file.path,
        )  # fmt: skip
        if before is None:
            source = self._base.execute(
                "INSERT INTO source (agent, is_run, size, modified, inode, sha256, read_at, beside, why,"
                " is_archived, mark, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values,
            ).lastrowid  # fmt: skip
        else:
            source = before[0]
            if (before[3], before[5]) != (read.sha256, beside):
                findings.forget(self._base, source)
            if before[3] and before[3] != read.sha256 and not read.is_grown:
                self._base.execute(
                    "INSERT INTO state (source, sha256, size, modified, read_at, replaced_at)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (source, before[3], before[1], before[2], before[4], self._now),
                )
            self._base.execute(
                "UPDATE source SET agent = ?, is_run = ?, size = ?, modified = ?, inode = ?, sha256 = ?, read_at = ?,"
                " beside = ?, why = ?, is_archived = ?, mark = ? WHERE path = ?", values,
            )  # fmt: skip
        if read.tail is None:
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
        indexed: set[int] | None = set()
        if key is not None:
            if (indexed := self._indexed(key, one.rows.events)) is None:
                self._forget(key)
                key = None
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
        self._rows(key or 0, one.rows, 0, indexed or set())

    def _tail(self, source: int, read: Read, tail: Tail) -> None:
        """Write the end of a session; raises `Reread` where it changes more than that."""
        columns = ", ".join(("key", *_COLUMNS))
        found = self._base.execute(f"SELECT {columns} FROM session WHERE source = ?", (source,)).fetchall()
        known = dict(zip(("key", *_COLUMNS), found[0], strict=True)) if len(found) == 1 else None
        about = tail.rows.about
        if known is None or is_told_otherwise(about, known) or self._is_named_before(known["key"], tail):
            raise Reread
        key = known["key"]
        indexed = self._indexed(key, tail.rows.events, tail.kept)
        if indexed is None:
            raise Reread  # the index of words has what is no longer there
        self._clear(key, tail.kept)
        within = _range(key)
        calls, failures = self._base.execute(
            "SELECT count(*), count(*) FILTER (WHERE failed = 1) FROM call WHERE event BETWEEN ? AND ?", within
        ).fetchone()
        now = {
            "ended": about["ended"], "active": about["active"] or int(read.file.modified * 1000), "digest": 0,
            "turns": known["turns"] + tail.turns, "events": tail.kept + len(tail.rows.events),
            "calls": calls + len(tail.rows.calls),
            "failures": failures + sum(row[2] == 1 for row in tail.rows.calls),
        }  # fmt: skip
        named = ", ".join(f"{name} = ?" for name in now)
        self._base.execute(f"UPDATE session SET {named} WHERE key = ?", (*now.values(), key))
        self._rows(key, tail.rows, tail.kept, indexed)
        times = [row[0] for row in self._base.execute("SELECT time FROM event WHERE id BETWEEN ? AND ?", within)]
        self._base.execute("UPDATE session SET shape = ? WHERE key = ?", (spelled_shape(times), key))

    def _is_named_before(self, key: int, tail: Tail) -> bool:
        """Whether an id, a request or a text of the end of a session stands before it too.

        Of the names of its events, those that do are taken out.
        """
        first, last = key << SHIFT, (key << SHIFT) + tail.kept
        ask = "SELECT 1 FROM ident WHERE hash = ? AND event BETWEEN ? AND ?"
        if any(self._base.execute(ask, (id, first, last)).fetchone() for id in tail.ids):
            return True
        asked = "SELECT 1 FROM request WHERE key = ? AND event BETWEEN ? AND ?"
        if any(self._base.execute(asked, (row[2], first, last)).fetchone() for row in tail.rows.requests):
            return True
        tail.rows.idents = [
            each for each in tail.rows.idents if not self._base.execute(ask, (each[0], first, last)).fetchone()
        ]
        return bool(tail.texts) and any(
            row[0] in tail.texts
            for row in self._base.execute("SELECT words FROM event WHERE id BETWEEN ? AND ?", (first, last))
        )

    def _indexed(self, key: int, events: Sequence[Row], kept: int = 0) -> set[int] | None:
        """The events of a session after so many whose words are in the index.

        None where they are not the words that these events have.
        """
        first, last = _range(key)
        query = "SELECT words FROM event WHERE id > ? AND id <= ? ORDER BY id"
        old = [row[0] for row in self._base.execute(query, (first + kept, last))]
        changed = (one is not None and one != row[-1] for one, row in zip(old, events, strict=False))
        if len(old) > len(events) or any(changed):
            return None
        return {number for number, one in enumerate(old, kept + 1) if one is not None}

    def _clear(self, key: int, kept: int = 0) -> None:
        """Take all rows of a session away but its words, and the ids by which events are found; or those after some."""
        first, last = _range(key)
        within = first + kept + bool(kept), last
        self._keys.update(
            row[0] for row in self._base.execute("SELECT key FROM request WHERE event BETWEEN ? AND ?", within)
        )
        for table in _TABLES:
            self._base.execute(f"DELETE FROM {table} WHERE event BETWEEN ? AND ?", within)
        self._base.execute("DELETE FROM event WHERE id BETWEEN ? AND ?", within)
        if not kept:
            for table in ("note", "spent"):
                self._base.execute(f"DELETE FROM {table} WHERE session = ?", (key,))
            self._base.execute("DELETE FROM session WHERE key = ?", (key,))

    def _forget(self, key: int) -> None:
        for (source,) in self._base.execute("SELECT source FROM session WHERE key = ?", (key,)).fetchall():
            findings.forget(self._base, source)
        if DELETES:
            self._base.execute("DELETE FROM words WHERE rowid BETWEEN ? AND ?", _range(key))
        else:  # its rows stay, unseen, until there are too many of them
            self._base.execute(
                "INSERT INTO setting SELECT ?1, CAST(count(words) AS TEXT) FROM event WHERE id BETWEEN ?2 AND ?3"
                " ON CONFLICT (key) DO UPDATE SET value = CAST(value + excluded.value AS TEXT)",
                (UNSEEN, *_range(key)),
            )
        self._clear(key)

    def _rows(self, key: int, rows: Rows, kept: int, indexed: set[int]) -> None:
        """The rows of a session after so many events; the words of some are in the index."""
        base, name = key << SHIFT, self._name
        many = self._base.executemany
        many("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            (base + number, name(kind), name(role), name(tool), name(model), time, turn, file, offset, length,
             name(pointer), flags, words)
            for number, (kind, role, tool, model, time, turn, file, offset, length, pointer, flags, words)
            in enumerate(rows.events, kept + 1)
        ))  # fmt: skip
        new = [(number, words) for number, words in rows.words if number not in indexed]
        if new:
            self._base.execute("INSERT OR IGNORE INTO unlisted VALUES (?)", (key,))
        many("INSERT INTO words (rowid, text, parts) VALUES (?, ?, ?)",
             ((base + number, words.text, words.parts) for number, words in new))  # fmt: skip
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
