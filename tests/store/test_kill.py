"""Whenever a run is killed, nothing is half written and the next one completes."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.given.cataloged import WORDS, fresh, put, said, told, world
from tests.given.effort import FULL

KILLS = 200 if FULL else 20


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
