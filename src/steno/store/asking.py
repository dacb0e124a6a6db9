"""Questions in SQL: reads the views, and nothing else; changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Final

from msgspec import Struct

from steno.errors import UsageError
from steno.store.schema import VIEWS

_FUNCTIONS: Final = frozenset({"json_each", "json_tree"})
_STEPS: Final = 100_000
"""So often does a long question look whether somebody wants it to end."""


class Answer(Struct, frozen=True):
    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


def ask(connection: sqlite3.Connection, question: str) -> Answer:
    """What a question gives, row by row; raises `UsageError` where it is none that may be asked."""
    connection.set_authorizer(_allowed)
    connection.set_progress_handler(lambda: 0, _STEPS)
    try:
        found = connection.execute(question)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise _sentence(connection, str(error)) from None
    if found.description is None:
        raise UsageError("this asks for nothing: expected SELECT ...")
    return Answer([each[0] for each in found.description], _rows(found))


def columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each view."""
    return {
        view: [each[0] for each in connection.execute(f"SELECT * FROM {view} LIMIT 0").description] for view in VIEWS
    }


def _rows(found: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
    try:
        yield from found
    except sqlite3.Error as error:
        raise UsageError(f"this cannot be answered: {error}") from None


def _allowed(action: int, one: str | None, two: str | None, base: str | None, within: str | None) -> int:
    """What SQLite asks before it runs a statement."""
    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_DENY if two == "load_extension" else sqlite3.SQLITE_OK
    # Where no column is read, as in count(*), SQLite does not say for which view it looks at a table.
    if action == sqlite3.SQLITE_READ and (one in VIEWS or within in VIEWS or one in _FUNCTIONS or not two):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _sentence(connection: sqlite3.Connection, words: str) -> UsageError:
    if any(each in words for each in ("prohibited", "not authorized", "vtable constructor")):
        return UsageError(f"only views may be read: {', '.join(VIEWS)}")
    if words.startswith("no such table: "):
        return UsageError(
            f"no view named {words[15:]!r}{_meant(words[15:], list(VIEWS))}; there are: {', '.join(VIEWS)}"
        )
    if words.startswith("no such column: "):
        name = words[16:].rpartition(".")[2]
        connection.set_authorizer(None)
        known = sorted({each for found in columns(connection).values() for each in found})
        return UsageError(f"no column named {name!r}{_meant(name, known)}; `steno sql --views` lists them")
    if words.startswith("cannot modify"):
        return UsageError("nothing in the catalog can be changed; it says what the sessions say")
    return UsageError(f"this is no question in SQL: {words}")


def _meant(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f", did you mean {near[0]!r}?" if near else ""
