"""The file of the catalog: whose it is, and what becomes of one that cannot be used."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from steno.api.catalog import sync
from steno.errors import Unreadable
from steno.store import schema
from tests.given.cataloged import found, fresh, put, said, told, world


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(tmp_path, "a", said("a", "rose"), 1)
    return tmp_path


def test_only_its_owner_can_read_it(home: Path) -> None:
    sync(world(home))
    for path in (home / "kept").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "kept").stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_kept_and_another_one_made(home: Path, damage: bytes) -> None:
    path = home / "kept" / "catalog.db"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(damage)
    told_of: list[str] = []
    sync(world(home), tell=told_of.append)
    assert len(told_of) == 1
    assert "damaged" in told_of[0]
    assert (home / "kept" / "catalog.damaged-1.db").read_bytes() == damage
    assert found(home, "rose")


def test_a_database_of_another_program_is_kept_too(home: Path) -> None:
    path = home / "kept" / "catalog.db"
    path.parent.mkdir(mode=0o700)
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE roses (name)")
        base.commit()
    sync(world(home))
    with closing(sqlite3.connect(home / "kept" / "catalog.damaged-1.db")) as base:
        assert base.execute("SELECT count(*) FROM roses").fetchone() == (0,)


def test_a_newer_file_is_left_alone_and_one_of_this_version_kept_beside_it(home: Path) -> None:
    sync(world(home))
    path = home / "kept" / "catalog.db"
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    told_of: list[str] = []
    sync(world(home), tell=told_of.append)
    assert "newer version" in told_of[0]
    assert path.read_bytes() == before
    assert found(home, "rose")
    assert told(home) == fresh(home)


def test_an_interrupted_migration_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "CREATE TABLE broken ("))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as base:
        with pytest.raises(sqlite3.OperationalError):
            schema.migrate(base)
        assert base.execute("SELECT * FROM sqlite_master").fetchall() == []


def test_without_a_catalog_there_is_nothing_to_ask(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no catalog yet"):
        found(tmp_path, "rose")
