"""Which events may hold a part of a word: those with a word of the index that has it.  Reads the catalog, no source.

The words that the index has are kept as one text, sorted, which is looked through in no time.  Sessions that were
written since then are named apart, until they are so many that the text is made anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from steno.store.catalog import transaction
from steno.store.scanning import rest_of
from steno.store.schema import LOOSE, MOST, SHIFT

_TERMS: Final = 400
"""Of more words than that, too many events hold one."""
_EVENTS: Final = 20_000
_FEW: Final = 20
"""The text is made anew where more than one session in so many is not in it."""


class Candidates(Struct, frozen=True):
    """Where a match may be."""

    events: dict[int, list[int]]
    """The numbers of events, by the key of their session."""
    unlisted: set[int]
    """The keys of sessions of which nobody knows."""


def is_due(connection: sqlite3.Connection) -> bool:
    """Whether the text is to be made anew."""
    listed, unlisted, sessions = connection.execute(
        "SELECT (SELECT count(*) FROM vocabulary), (SELECT count(*) FROM unlisted), (SELECT count(*) FROM session)"
    ).fetchone()
    return not listed or unlisted * _FEW > sessions


def renew(connection: sqlite3.Connection) -> None:
    """Write down the words that the index has."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, words, row)")
    with transaction(connection):
        terms = "\n".join(row[0] for row in connection.execute("SELECT term FROM temp.terms"))
        connection.execute("INSERT OR REPLACE INTO vocabulary VALUES (1, ?)", (f"\n{terms}\n",))
        connection.execute("DELETE FROM unlisted")


def candidates(connection: sqlite3.Connection, run: str) -> Candidates | None:
    """Where letters and digits that stand side by side may be found; None where that is nearly everywhere."""
    text = connection.execute("SELECT terms FROM vocabulary").fetchone()
    if text is None:
        return None
    terms = list(dict.fromkeys([*_holding(text[0], run), *_beginning(text[0], rest_of(run))]))
    if len(terms) > _TERMS:
        return None
    ids = [row[0] for row in connection.execute(f"SELECT id FROM event WHERE flags & {LOOSE} LIMIT {_EVENTS + 1}")]
    if terms:
        match = " OR ".join(f'"{term}"' for term in terms)
        query = f"SELECT rowid FROM words WHERE words MATCH ? LIMIT {_EVENTS + 1}"
        ids += [row[0] for row in connection.execute(query, (match,))]
    if len(ids) > _EVENTS:
        return None
    events: dict[int, list[int]] = {}
    for id in sorted(set(ids)):
        events.setdefault(id >> SHIFT, []).append(id & MOST)
    return Candidates(events, {row[0] for row in connection.execute("SELECT session FROM unlisted")})


def _holding(text: str, run: str) -> Iterator[str]:
    """The words with these letters in them, but no more than are of use."""
    at, found = text.find(run), 0
    while at >= 0 and found <= _TERMS:
        end = text.index("\n", at)
        yield text[text.rindex("\n", 0, at) + 1 : end]
        at, found = text.find(run, end), found + 1


def _beginning(text: str, letters: str) -> Iterator[str]:
    """The words that begin so."""
    at, found = text.find(f"\n{letters}"), 0
    while 0 <= at < len(text) - 1 and found <= _TERMS:
        end = text.index("\n", at + 1)
        yield text[at + 1 : end]
        at, found = text.find(f"\n{letters}", end), found + 1
