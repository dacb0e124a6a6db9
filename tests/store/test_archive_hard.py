"""Kills, crowds, full disks, files that change under the reader: the archive stays whole and says what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.given.effort import examples

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills and limits as POSIX has them")

COMMON = """
import os, random, signal, sys, time
from pathlib import Path
from steno.errors import Unreadable, Unwritable
from steno.store.archive import Archive, Subject
from steno.store.archive_proof import prove

top = Path(sys.argv[1])
count = int(sys.argv[2])
chance = random.Random(7)
paths = [top / f"{n}.jsonl" for n in range(4)]
NOW = "2026-01-02T03:04:05Z"


def keep_all():
    archive = Archive(top / "archive")
    for path in paths:
        archive.keep(Subject("quill", path.stem, path), list, NOW)
    return archive


def forked(work):
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
    return child


def whole(archive):
    assert prove(archive).damage == [], prove(archive).damage
    return {b"".join(archive.pieces(each.hash)) for each in archive.journal.versions if each.hash}


def litter():
    return [str(each) for each in (top / "archive").rglob(".*")]
"""


def run(folder: Path, script: str, count: int = 0) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", COMMON + dedent(script), str(folder), str(count)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr


def test_a_run_that_is_killed_at_any_moment_leaves_nothing_half_written(tmp_path: Path) -> None:
    run(tmp_path, """
        states, killed = {b""}, 0
        for turn in range(count):
            for path in paths:
                old = path.read_bytes() if path.exists() else b""
                more = chance.randbytes(chance.randrange(5000))
                new = old + more if chance.random() < 0.7 else more
                path.write_bytes(new)
                states.add(new)
            child = forked(keep_all)
            time.sleep(chance.uniform(0, 0.03))
            os.kill(child, signal.SIGKILL)
            killed += os.waitpid(child, 0)[1] == signal.SIGKILL
            assert whole(Archive(top / "archive")) <= states
        archive = keep_all()
        assert killed > count / 4, killed
        assert {path.read_bytes() for path in paths} <= whole(archive) <= states
        assert litter() == [], litter()
    """, examples(200))  # fmt: skip


def test_several_archive_at_once_while_files_grow(tmp_path: Path) -> None:
    run(tmp_path, """
        states = {path: {b""} for path in paths}
        for path in paths:
            path.write_bytes(b"")
        children = [forked(lambda: [keep_all() for _ in range(count)]) for _ in range(4)]
        left = set(children)
        while left:
            for path in paths:
                more = chance.randbytes(chance.randrange(2000))
                states[path].add(max(states[path], key=len) + more)
                with path.open("ab", buffering=0) as stream:
                    stream.write(more)
            for child in list(left):
                ended, code = os.waitpid(child, os.WNOHANG)
                if ended:
                    assert code == 0
                    left.remove(child)
            time.sleep(0.01)
        archive = keep_all()
        assert whole(archive) <= set.union(*states.values())
        for path in paths:
            assert path.read_bytes() == b"".join(archive.pieces(archive.files(str(path))[0].hash))
        assert archive.journal.flaws == [] and litter() == []
    """, 5)  # fmt: skip


def test_a_file_that_is_written_over_while_it_is_read_is_kept_as_it_once_was_or_not_at_all(tmp_path: Path) -> None:
    """The writer goes over the file from its start again and again: behind what is new stands what is one older."""
    run(tmp_path, """
        size, step, path = 4 << 20, 1 << 16, paths[0]
        path.write_bytes(bytes(size))

        def writer():
            with path.open("r+b", buffering=0) as stream:
                for turn in range(1, 256):
                    stream.seek(0)
                    for _ in range(0, size, step):
                        stream.write(bytes([turn]) * step)
                    time.sleep(0.005 * (turn % 8))

        child, failed = forked(writer), 0
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            done = Archive(top / "archive").keep(Subject("quill", "0", path), list, NOW)
            failed += len(done.failed)
        archive = Archive(top / "archive")
        archive.keep(Subject("quill", "0", path), list, NOW)
        for state in whole(archive):
            seen = [state[at] for at in range(0, size, step)]
            assert state == b"".join(bytes([each]) * step for each in seen)
            first, last = seen[0], seen[-1]
            assert first - last in (0, 1) and seen == sorted(seen, reverse=True), seen
        assert path.read_bytes() in whole(archive)
    """)  # fmt: skip


def test_a_full_disk_is_said_and_leaves_the_archive_as_it_was(tmp_path: Path) -> None:
    run(tmp_path, """
        import resource

        def limited(size):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        for path in paths:
            path.write_bytes(chance.randbytes(1000))
        archive = keep_all()
        before = whole(archive)
        journal = archive.journal.path.read_bytes()
        paths[0].write_bytes(chance.randbytes(500_000))   # too large a piece
        paths[1].write_bytes(chance.randbytes(10))        # the journal has no room for its line
        for room, path in ((100_000, paths[0]), (len(journal) + 50, paths[1])):
            limited(room)
            try:
                Archive(top / "archive").keep(Subject("quill", path.stem, path), list, NOW)
                raise AssertionError("it was kept")
            except Unwritable as error:
                assert "cannot write" in str(error)
            finally:
                limited(resource.RLIM_INFINITY)
            assert archive.journal.path.read_bytes() == journal
            assert whole(Archive(top / "archive")) == before and litter() == []
        assert {path.read_bytes() for path in paths} <= whole(keep_all())
    """)  # fmt: skip


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_database_that_is_written_all_the_time_is_kept_as_it_was_between_two_transactions(
    tmp_path: Path, mode: str
) -> None:
    """Without a log a reader would keep the writer waiting: it may be that no moment is found, and that is said."""
    script = """
        import sqlite3
        path, rows = top / "store.db", 1500
        base = sqlite3.connect(path)
        base.execute("PRAGMA journal_mode=" + mode)
        for table in ("one", "two"):
            base.execute("CREATE TABLE " + table + " (n INTEGER PRIMARY KEY, text)")
            base.executemany("INSERT INTO " + table + " VALUES (?, zeroblob(4000))", [[n] for n in range(rows)])
        base.commit()
        base.close()

        def writer():
            base, end = sqlite3.connect(path), time.time() + 4
            while time.time() < end:
                n, text = chance.randrange(rows), chance.randbytes(4000)
                base.execute("UPDATE one SET text = ? WHERE n = ?", [text, n])
                base.execute("UPDATE two SET text = ? WHERE n = ?", [text, n])
                base.commit()
            os._exit(0)

        child, kept = forked(writer), 0
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            done = Archive(top / "archive").keep(Subject("quill", "store", path), list, NOW)
            assert mode == "DELETE" or done.failed == [], done.failed
            kept += len(done.new)
        done = Archive(top / "archive").keep(Subject("quill", "store", path), list, NOW)
        kept += len(done.new)
        assert done.failed == [] and kept > (mode == "WAL"), kept
        for number, data in enumerate(whole(Archive(top / "archive"))):
            copy = top / f"{number}.db"
            copy.write_bytes(data)
            base = sqlite3.connect(copy)
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert base.execute("SELECT n FROM one JOIN two USING (n) WHERE one.text != two.text").fetchall() == []
            base.close()
    """
    run(tmp_path, f"mode = {mode!r}\n" + dedent(script))
