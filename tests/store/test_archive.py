"""Whatever happens to files, every state of them that was archived comes back byte for byte."""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.errors import UsageError
from steno.store.archive import Archive, Subject
from steno.store.archive_proof import prove
from steno.store.objects import LARGEST, Damaged

NAMES = ("main.jsonl", "main/agent-1.jsonl", "main/agent-2.jsonl")
NOW = "2026-01-02T03:04:05Z"

small = st.binary(max_size=60)
large = st.builds(lambda byte, size: bytes([byte]) * size, st.integers(0, 255), st.integers(LARGEST - 2, LARGEST + 2))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.sampled_from(NAMES), small | large),
        st.tuples(st.just("write"), st.sampled_from(NAMES), small),
        st.tuples(st.just("cut"), st.sampled_from(NAMES), st.integers(0, 40)),
        st.tuples(st.just("delete"), st.sampled_from(NAMES), st.none()),
        st.tuples(st.just("keep"), st.none(), st.booleans()),
    ),
    max_size=30,
)


def keep(archive: Archive, top: Path) -> list[str]:
    """Archive what is there; the files that a state is new of."""
    main, *sides = (top / name for name in NAMES)
    done = archive.keep(Subject("quill", "main", main), lambda: [each for each in sides if each.exists()], NOW)
    assert done.failed == []
    return [os.path.relpath(each.path, top) for each in done.new]


def change(top: Path, what: str, name: str, how: object) -> None:
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    match what, how:
        case "append", bytes():
            path.write_bytes((path.read_bytes() if path.exists() else b"") + how)
        case "write", bytes():
            path.write_bytes(how)
        case "cut", int() if path.exists():
            os.truncate(path, min(how, path.stat().st_size))
        case "delete", _:
            path.unlink(missing_ok=True)


def contents(top: Path) -> dict[str, bytes]:
    return {name: (top / name).read_bytes() for name in NAMES if (top / name).exists()}


@given(steps)
def test_every_archived_state_is_restored_byte_for_byte(steps: list[tuple[str, str, object]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top, kept = Path(folder, "agent"), Path(folder, "archive")
        archive, seen = Archive(kept), dict[int, dict[str, bytes]]()
        for what, name, how in [*steps, ("keep", "", True)]:
            if what != "keep":
                change(top, what, name, how)
                continue
            archive = Archive(kept) if how else archive  # in a new run, or in the same
            keep(archive, top)
            seen[archive.journal.newest(str(top / NAMES[0]))] = contents(top)
            assert keep(archive, top) == []  # nothing happened, nothing is new
        archive = Archive(kept)
        for number, files in seen.items():
            if number:
                versions = archive.files(str(top / NAMES[0]), number)
                found = {os.path.relpath(each.path, top): b"".join(archive.pieces(each.hash)) for each in versions}
                assert found == files
        assert prove(archive).damage == []


def test_restored_files_lie_as_they_lay_with_their_times_and_for_their_owner_only(tmp_path: Path) -> None:
    change(tmp_path, "write", NAMES[0], b"one\n")
    change(tmp_path, "write", NAMES[1], b"two\n")
    os.utime(tmp_path / NAMES[0], (1_700_000_000, 1_700_000_000))
    archive = Archive(tmp_path / "archive")
    keep(archive, tmp_path)
    written = archive.restore(archive.files(str(tmp_path / NAMES[0])), tmp_path / "out")
    assert contents(tmp_path / "out") == contents(tmp_path)
    assert written[0].stat().st_mtime == 1_700_000_000
    assert {stat.S_IMODE(each.stat().st_mode) for each in written} == {0o600}
    with pytest.raises(UsageError, match="exists"):
        archive.restore(archive.files(str(tmp_path / NAMES[0])), tmp_path / "out")
    with pytest.raises(UsageError, match="the versions are 1 to 1"):
        archive.files(str(tmp_path / NAMES[0]), 2)


def test_only_the_owner_may_look_into_the_archive(tmp_path: Path) -> None:
    change(tmp_path, "write", NAMES[0], b"one\n")
    keep(Archive(tmp_path / "archive"), tmp_path)
    for path in (tmp_path / "archive", *(tmp_path / "archive").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_session_that_was_deleted_is_there_as_it_last_was(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    for name in NAMES[:2]:
        change(tmp_path, "write", name, name.encode())
    keep(archive, tmp_path)
    for name in NAMES[:2]:
        (tmp_path / name).unlink()
    assert keep(archive, tmp_path) == list(NAMES[:2])
    found = archive.files(str(tmp_path / NAMES[0]))
    assert [b"".join(archive.pieces(each.hash)).decode() for each in found] == list(NAMES[:2])


def test_states_of_a_growing_file_cost_about_one_file(tmp_path: Path) -> None:
    archive, line = Archive(tmp_path / "archive"), os.urandom(2000)
    for _ in range(100):
        change(tmp_path, "append", NAMES[0], line)
        line = os.urandom(2000)
        keep(archive, tmp_path)
    stored = sum(each.stat().st_size for each in (tmp_path / "archive/objects").rglob("*") if each.is_file())
    assert (tmp_path / NAMES[0]).stat().st_size < stored < 1.1 * (tmp_path / NAMES[0]).stat().st_size


@given(st.data())
def test_any_flipped_byte_is_found(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        archive = Archive(top / "archive")
        for text in (b'{"a":1}\n', b'{"b":"' + b"x" * 500 + b'"}\n'):
            change(top, "append", NAMES[0], text)
            keep(archive, top)
        files = sorted(each for each in (top / "archive").rglob("*") if each.is_file() and each.stat().st_size)
        path = data.draw(st.sampled_from(files))
        before = bytearray(path.read_bytes())
        before[data.draw(st.integers(0, len(before) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(before)
        damage = prove(Archive(top / "archive")).damage
        assert any(each.startswith(str(path)) for each in damage), damage


def test_a_flipped_last_line_end_is_found_and_a_killed_run_is_no_damage(tmp_path: Path) -> None:
    change(tmp_path, "append", NAMES[0], b"one\n")
    archive = Archive(tmp_path / "archive")
    keep(archive, tmp_path)
    line = archive.journal.path.read_bytes()
    archive.journal.path.write_bytes(line[:-1] + b"\x0b")
    assert any("its end is damaged" in each for each in prove(Archive(tmp_path / "archive")).damage)
    for cut in (1, 2, len(line) // 2):
        archive.journal.path.write_bytes(line[:-cut])
        assert prove(Archive(tmp_path / "archive")).damage == []


def test_a_missing_piece_and_a_missing_line_are_named(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    for text in (b"one\n", b"two\n", b"three\n"):
        change(tmp_path, "append", NAMES[0], text)
        keep(archive, tmp_path)
    piece = archive.objects.path(archive.journal.versions[0].parts[0])
    piece.unlink()
    assert any(str(piece) in each for each in prove(archive).damage)
    with pytest.raises(Damaged, match="missing"):
        list(archive.pieces(archive.journal.versions[2].hash))
    lines = archive.journal.path.read_bytes().splitlines(keepends=True)
    archive.journal.path.write_bytes(lines[0] + lines[2])
    assert any("its number is 3, expected 2" in each for each in prove(Archive(tmp_path / "archive")).damage)


def test_a_torn_last_line_is_no_version_and_goes_with_the_next_run(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    change(tmp_path, "write", NAMES[0], b"one\n")
    keep(archive, tmp_path)
    whole = archive.journal.path.read_bytes()
    archive.journal.path.write_bytes(whole + whole[:-20])
    assert len(Archive(tmp_path / "archive").journal.versions) == 1
    change(tmp_path, "append", NAMES[0], b"two\n")
    keep(Archive(tmp_path / "archive"), tmp_path)
    proof = prove(Archive(tmp_path / "archive"))
    assert (proof.versions, proof.damage) == (2, [])


def test_a_name_that_is_no_text_is_kept(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
    path.write_bytes(b"one\n")
    archive = Archive(tmp_path / "archive")
    archive.keep(Subject("quill", "one", path), list, NOW)
    assert Archive(tmp_path / "archive").journal.versions[0].path == str(path)


def test_a_file_from_the_future_is_read_every_time_and_written_down_once(tmp_path: Path) -> None:
    change(tmp_path, "write", NAMES[0], b"one\n")
    os.utime(tmp_path / NAMES[0], (4_000_000_000, 4_000_000_000))
    archive = Archive(tmp_path / "archive")
    keep(archive, tmp_path)
    before = archive.journal.path.read_bytes()
    (tmp_path / NAMES[0]).write_bytes(b"two\n")
    os.utime(tmp_path / NAMES[0], (4_000_000_000, 4_000_000_000))
    assert keep(archive, tmp_path) == [NAMES[0]]
    assert [keep(Archive(tmp_path / "archive"), tmp_path) for _ in range(3)] == [[], [], []]
    assert archive.journal.path.read_bytes().count(b"\n") == before.count(b"\n") + 1


# Databases


def rows(data: bytes, folder: Path) -> list[tuple[str]]:
    (folder / "look.db").write_bytes(data)
    with closing(sqlite3.connect(folder / "look.db")) as base:
        return base.execute("SELECT text FROM said").fetchall()


def test_a_database_is_copied_with_what_only_its_log_holds(tmp_path: Path) -> None:
    archive, path = Archive(tmp_path / "archive"), tmp_path / "store.db"
    subject = Subject("quill", "store", path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("CREATE TABLE said (text)")
        for number in range(3):
            base.execute("INSERT INTO said VALUES (?)", [str(number)])
            base.commit()
            assert len(archive.keep(subject, list, NOW).new) == 1
        assert Path(f"{path}-wal").stat().st_size
    found = [rows(b"".join(archive.pieces(each.hash)), tmp_path) for each in archive.journal.versions]
    assert found == [[("0",)], [("0",), ("1",)], [("0",), ("1",), ("2",)]]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["archive", "look.db", "store.db"]


def test_a_database_that_changed_in_one_place_costs_that_place(tmp_path: Path) -> None:
    archive, path = Archive(tmp_path / "archive"), tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE said (text)")
        base.executemany("INSERT INTO said VALUES (?)", [[os.urandom(4000)] for _ in range(2000)])
        base.commit()
        archive.keep(Subject("quill", "store", path), list, NOW)
        before = set(archive.objects.names())
        base.execute("UPDATE said SET text = 'x' WHERE rowid = 1000")
        base.commit()
        archive.keep(Subject("quill", "store", path), list, NOW)
    assert len(before) >= 8
    assert len(set(archive.objects.names()) - before) <= 2
