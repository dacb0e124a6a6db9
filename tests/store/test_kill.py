"""Whenever a run is killed, nothing is half written and the next one completes."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from steno.store.schema import MIGRATIONS, VERSION, VIEWS
from tests.given.cataloged import WORDS, fresh, put, said, told, world
from tests.given.effort import FULL

KILLS = 200 if FULL else 20
ADDED = {"source": ("mark", "is_archived"), "session": ("shape",), "request": ("tool", "waited"), "call": ("key",)}
"""Columns that a catalog of the first version has not ..."""
NEW = ("vocabulary", "unlisted", "spent", "looked", "finding", "linked", "memory")
"""... and tables."""


def sync(home: Path, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "steno", "sync", *args], env=dict(world(home).environ), stderr=-3)


def is_whole(path: Path) -> bool:
    """Whether every session has all of its events, and each word of an event is found."""
    with closing(sqlite3.connect(path)) as base:
        if base.execute("PRAGMA user_version").fetchone() == (0,):
            return True
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        halves = base.execute(
            "SELECT s.key FROM session s WHERE s.events <> (SELECT count(*) FROM event e WHERE e.id >> 24 = s.key)"
        ).fetchall()
        unfound = base.execute(
            "SELECT id FROM event WHERE words IS NOT NULL AND id NOT IN (SELECT rowid FROM words)"
        ).fetchall()
        return halves == unfound == []


def test_a_killed_run_loses_nothing_and_the_next_completes(tmp_path: Path) -> None:
    for number in range(40):
        put(tmp_path, f"s{number}", said(f"s{number}", *WORDS * 20), number)
    started = time.monotonic()
    assert sync(tmp_path).wait() == 0
    took = time.monotonic() - started
    draw, path = random.Random(17), tmp_path / "kept" / "catalog.db"  # noqa: S311
    killed = 0
    for number in range(KILLS):
        if number % 2:
            put(tmp_path, f"s{number % 40}", said(f"s{number % 40}", *WORDS * (number % 7), "more"), 100 + number)
        run = sync(tmp_path, *["--rebuild"] * (number % 2 == 0))
        time.sleep(draw.uniform(0, took))
        run.send_signal(signal.SIGKILL)
        killed += run.wait() != 0
        assert not path.exists() or is_whole(path)
    assert killed
    assert sync(tmp_path).wait() == 0
    assert told(tmp_path) == fresh(tmp_path)


def aged(path: Path) -> None:
    """Make a catalog one of the first version."""
    with closing(sqlite3.connect(path)) as base:
        for view in VIEWS:
            base.execute(f"DROP VIEW {view}")
        for table, columns in ADDED.items():
            for column in columns:
                base.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in NEW:
            base.execute(f"DROP TABLE {table}")
        base.execute("DROP INDEX event_loose")
        base.execute("PRAGMA user_version = 1")
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def columns(base: sqlite3.Connection) -> dict[str, list[str]]:
    named = base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")] for (name,) in named}


def test_an_older_catalog_made_again_is_the_one_that_this_version_makes(tmp_path: Path) -> None:
    """What is killed below is a real migration: each step is taken, and what `aged` takes away is what they add."""
    put(tmp_path, "s", said("s", *WORDS), 1)
    assert sync(tmp_path).wait() == 0
    path = tmp_path / "kept" / "catalog.db"
    with closing(sqlite3.connect(path)) as base:
        new = columns(base)
    aged(path)
    with closing(sqlite3.connect(path)) as base, closing(sqlite3.connect(":memory:")) as first:
        for statement in MIGRATIONS[0].split(";\n"):
            first.execute(statement)
        assert columns(base) == columns(first)
    assert sync(tmp_path).wait() == 0
    with closing(sqlite3.connect(path)) as base:
        assert {name: sorted(each) for name, each in columns(base).items()} == {
            name: sorted(each) for name, each in new.items()
        }


def test_a_killed_migration_leaves_the_old_catalog_or_the_new_one(tmp_path: Path) -> None:
    for number in range(16):
        put(tmp_path, f"s{number}", said(f"s{number}", *WORDS * 8), number)
    assert sync(tmp_path).wait() == 0
    path, old = tmp_path / "kept" / "catalog.db", tmp_path / "old.db"
    aged(path)
    shutil.copy(path, old)
    started = time.monotonic()
    assert sync(tmp_path).wait() == 0
    took = time.monotonic() - started
    expected, draw, seen, killed = fresh(tmp_path), random.Random(23), set[int](), 0  # noqa: S311
    for number in range(KILLS):
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        shutil.copy(old, path)
        run = sync(tmp_path)
        time.sleep(draw.uniform(0, took))
        run.send_signal(signal.SIGKILL)
        killed += run.wait() != 0
        with closing(sqlite3.connect(path)) as base:
            seen.add(base.execute("PRAGMA user_version").fetchone()[0])
            assert base.execute("SELECT count(*) FROM session").fetchone() == (16,)
        assert is_whole(path)
        if number % 10 == 0:
            assert sync(tmp_path).wait() == 0
            assert told(tmp_path) == expected
    assert killed
    assert seen <= {1, VERSION}
    assert sync(tmp_path).wait() == 0
    assert told(tmp_path) == expected
