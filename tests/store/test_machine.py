"""What a machine does to the catalog and the archive: disks that fill up, clocks that jump, files that shrink or go."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from steno.api.catalog import sync
from steno.api.sessions_table import session_table
from steno.store import archive_reading
from steno.store.archive import Archive, Subject
from steno.store.archive_proof import prove
from steno.store.versions import Change
from tests.given.cataloged import fresh, put, said, told, world
from tests.given.machine import claude, dialogue, steno

NOW = "2026-01-02T03:04:05Z"


@contextmanager
def disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of that size; skips where nobody may make one."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"no disk can be made here: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def grown(folder: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)


def noise(session: str, seed: int) -> list[dict[str, object]]:
    words = random.Random(seed).randbytes(300_000).hex()  # noqa: S311
    return dialogue(session, output=" ".join(words[at : at + 9] for at in range(0, len(words), 9)))


@pytest.mark.skipif(sys.platform != "linux", reason="disks as Linux makes them")
def test_a_disk_that_fills_up_ends_sync_with_a_sentence_and_room_lets_it_go_on(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "1m") as small:
        environ: dict[str, Any] = {"STENO_CATALOG": str(small / "catalog.db")}
        claude(tmp_path, "aaaaaaaa")
        assert steno("sync", home=tmp_path, **environ).code == 0
        for number in range(4):
            claude(tmp_path, f"{number}" * 8, noise(f"{number}" * 8, number), age=number)
        full = steno("sync", home=tmp_path, **environ)
        assert (full.code, "the disk is full" in full.err) == (3, True), full.err
        kept = steno("sql", "select session from sessions", "--no-sync", "--json", home=tmp_path, **environ)
        assert "aaaaaaaa" in [each["session"] for each in kept.json()]
        assert steno("ls", home=tmp_path, **environ).code == 0, "a list needs no catalog"
        grown(small, "64m")
        done = steno("sync", "--json", home=tmp_path, **environ)
        assert (done.code, done.json()[0]["sessions"]) == (0, 5), done.err


@pytest.mark.skipif(sys.platform != "linux", reason="disks as Linux makes them")
def test_a_disk_that_fills_up_leaves_the_archive_whole_and_room_lets_it_go_on(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "200k") as small:
        environ: dict[str, Any] = {"STENO_ARCHIVE": str(small / "archive")}
        claude(tmp_path, "aaaaaaaa")
        assert steno("archive", home=tmp_path, **environ).code == 0
        claude(tmp_path, "bbbbbbbb", noise("bbbbbbbb", 3))
        full = steno("archive", home=tmp_path, **environ)
        assert (full.code, "no space left" in full.err) == (3, True), full.err
        assert steno("archive", "verify", home=tmp_path, **environ).code == 0
        assert steno("show", "archive:aaaaaaaa", home=tmp_path, **environ).code == 0
        grown(small, "64m")
        assert steno("archive", home=tmp_path, **environ).code == 0
        assert len(steno("archive", "list", "--json", home=tmp_path, **environ).json()) == 2


def test_a_clock_that_jumps_changes_nothing_of_what_the_catalog_says(tmp_path: Path) -> None:
    def at(year: int) -> Any:
        return replace(world(tmp_path), clock=lambda: datetime(year, 1, 5, tzinfo=UTC))

    path = put(tmp_path, "aaaaaaaa", said("aaaaaaaa", "rose"), 1)
    put(tmp_path, "bbbbbbbb", said("bbbbbbbb", "hedge"), 2)
    sync(at(2035))
    path.write_bytes(said("aaaaaaaa", "rose", "thorn"))
    os.utime(path, (900_000_000,) * 2)  # written after the clock was set back
    assert sync(at(1999)).read == 1
    os.utime(path, (4_000_000_000,) * 2)
    assert sync(at(2026)).read == 1
    assert sync(at(2026)).read == 0
    assert told(tmp_path) == fresh(tmp_path)
    states = {each.id: each.state for each in session_table(at(2026), fresh=False).rows}
    assert states == {"aaaaaaaa": "quiet", "bbbbbbbb": "quiet"}, "what is from the future is not going on now"


def test_a_clock_that_jumps_back_does_not_put_versions_out_of_order(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    archive = Archive(tmp_path / "archive")
    for time, data in (("2035-01-01T00:00:00Z", b"one\n"), ("1999-01-01T00:00:00Z", b"two\n"), (NOW, b"two\nthree\n")):
        path.write_bytes(data)
        os.utime(path, (datetime.fromisoformat(time).timestamp(),) * 2)
        assert archive.keep(Subject("quill", "a", path), list, time).failed == []
    again = Archive(tmp_path / "archive")
    states = [b"".join(again.pieces(again.files(str(path), number)[0].hash)) for number in (1, 2, 3)]
    assert states == [b"one\n", b"two\n", b"two\nthree\n"]
    changes = [again.journal.change(each) for each in again.journal.versions]
    assert changes == [Change.NEW, Change.REWRITTEN, Change.GROWN]
    assert prove(again).damage == []


@pytest.mark.parametrize("how", ["shrinks", "vanishes", "is replaced"])
def test_a_file_that_changes_while_it_is_archived_is_kept_as_it_was_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    path, size = tmp_path / "a.jsonl", 3 << 20
    before, after = b"a" * size, b"b" * (size // 3)
    path.write_bytes(before)
    os.utime(path, (1_700_000_000,) * 2)
    usual, calls = archive_reading._piece, 0

    def piece(*args: Any) -> bytes:
        nonlocal calls
        found = usual(*args)
        calls += 1
        if calls == 1:
            match how:
                case "shrinks":
                    path.write_bytes(after)
                case "vanishes":
                    path.unlink()
                case _:
                    (tmp_path / "new").write_bytes(after)
                    (tmp_path / "new").replace(path)
        return found

    monkeypatch.setattr(archive_reading, "_piece", piece)
    archive = Archive(tmp_path / "archive")
    archive.keep(Subject("quill", "a", path), list, NOW)
    archive.keep(Subject("quill", "a", path), list, NOW)
    assert calls
    kept = [b"".join(archive.pieces(each.hash)) for each in archive.journal.versions if each.hash]
    assert all(each in (before, after) for each in kept), [len(each) for each in kept]
    last = archive.journal.sessions[str(path)][str(path)][-1] if archive.journal.sessions else None
    if how == "vanishes":
        assert last is None or last.is_gone
    else:
        assert kept[-1] == after
    assert prove(Archive(tmp_path / "archive")).damage == []
