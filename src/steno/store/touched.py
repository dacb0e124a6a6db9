"""Which sessions touched a file, and which files a session touched.  Reads the catalog, no source."""

from __future__ import annotations

import os
import sqlite3
from typing import Final

import msgspec
from msgspec import Struct

from steno.base.learned import learned
from steno.store.schema import MOST, SHIFT

_QUERY: Final = f"""
SELECT s.id, s.agent, f.path, f.is_run, t.event & {MOST}, n.text, t.action, t.failed, o.text, e.time
FROM touched t JOIN name n ON n.id = t.path JOIN event e ON e.id = t.event JOIN session s ON s.key = t.event >> {SHIFT}
JOIN source f ON f.id = s.source LEFT JOIN name o ON o.id = e.tool WHERE {{}}
ORDER BY coalesce(e.time, s.active) DESC, s.id, t.event DESC, n.text, t.action
"""


class Touch(Struct, frozen=True):
    """A file that a call touched."""

    session: str
    agent: str
    source: str
    is_run: bool
    event: int
    path: str
    action: str
    failed: bool | None
    tool: str | None
    time: int | None


def of_path(connection: sqlite3.Connection, path: str) -> list[Touch]:
    """Every touch of a file, the last first; a path that is not whole is that of any file whose path ends so."""
    return _found(connection, "t.path IN (SELECT value FROM json_each(?))", _json(names(connection, path)))


def sessions_of(connection: sqlite3.Connection, path: str) -> list[int]:
    """The keys of the sessions that touched a file."""
    query = f"SELECT DISTINCT event >> {SHIFT} FROM touched WHERE path IN (SELECT value FROM json_each(?))"
    return [row[0] for row in connection.execute(query, (_json(names(connection, path)),))]


def names(connection: sqlite3.Connection, path: str) -> list[int]:
    """The numbers of the paths that are meant."""
    plain = os.path.normpath(path)
    whole = os.path.abspath(path)  # noqa: PTH100  as the caller's folder has it, whether or not it is there
    query = "SELECT id FROM name WHERE text IN (?, ?, ?) OR substr(text, ?) = ?"
    end = "/" + plain
    if os.path.isabs(plain):  # noqa: PTH117
        return [row[0] for row in connection.execute("SELECT id FROM name WHERE text IN (?, ?)", (path, plain))]
    return [row[0] for row in connection.execute(query, (path, plain, whole, -len(end), end))]


def _found(connection: sqlite3.Connection, where: str, *values: object) -> list[Touch]:
    return [
        msgspec.convert(dict(zip(Touch.__struct_fields__, row, strict=True)), learned(Touch), strict=False)
        for row in connection.execute(_QUERY.format(where), values)
    ]


def _json(numbers: list[int]) -> str:
    return msgspec.json.encode(numbers).decode()
