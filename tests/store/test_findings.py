"""The catalog knows of which kind secrets are and where, never what they are; and it knows where nobody has looked."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from steno.api.catalog import sync
from steno.api.sessions_table import session_table
from steno.store import catalog
from steno.store import findings as store
from tests.given import larder
from tests.given.cataloged import fresh, put, said, told, world
from tests.given.machine import claude, dialogue, steno
from tests.given.secrets import KEY, TOKEN


def asked(home: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(catalog.readable(catalog.path_of(world(home).environ, home))) as base:
        return base.execute(question).fetchall()


def secrets(home: Path) -> dict[str, int | None]:
    return {each.id: each.findings for each in session_table(world(home), fresh=False).rows}


def findings(home: Path) -> list[tuple[Any, ...]]:
    return asked(home, "SELECT session, event, rule, type, count FROM findings ORDER BY session, event, rule")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(tmp_path, "aaaaaaaa", said("aaaaaaaa", "rose", f"the token {TOKEN} and {TOKEN}", "thorn"), 1)
    put(tmp_path, "bbbbbbbb", said("bbbbbbbb", "hedge"), 2)
    return tmp_path


def test_what_nobody_has_looked_for_is_unknown_and_what_was_not_found_is_none(home: Path) -> None:
    sync(world(home))
    assert secrets(home) == {"aaaaaaaa": None, "bbbbbbbb": None}
    done = sync(world(home), findings=True)
    assert (done.looked, done.unlooked) == (2, 0)
    assert secrets(home) == {"aaaaaaaa": done.secrets, "bbbbbbbb": 0}
    assert asked(home, "SELECT session, secrets FROM sessions ORDER BY 1") == [
        ("aaaaaaaa", done.secrets), ("bbbbbbbb", 0)
    ]  # fmt: skip


def test_findings_are_those_of_scan_each_at_its_event(home: Path) -> None:
    sync(world(home), findings=True)
    path = home / ".claude" / "projects" / "-srv-garden" / "aaaaaaaa.jsonl"
    scanned = steno("scan", str(path), "--json", home=home).json()[0]["diagnostics"]
    found = findings(home)
    assert sum(row[-1] for row in found) == len(scanned) > 2
    assert {row[2] for row in found} == {each["code"] for each in scanned}
    lines = {each["line"] for each in scanned}
    texts = asked(home, "SELECT event, offset FROM events WHERE session = 'aaaaaaaa'")
    data = path.read_bytes()
    starts = {event: data.count(b"\n", 0, offset) + 1 for event, offset in texts}
    assert {starts[row[1]] for row in found} == lines


def test_no_value_is_in_the_catalog(home: Path) -> None:
    put(home, "cccccccc", said("cccccccc", KEY), 3)
    sync(world(home), findings=True)
    kept = asked(home, "SELECT * FROM finding") + asked(home, "SELECT * FROM looked")
    assert len(kept) > 3
    assert not any(TOKEN[4:20] in str(each) or KEY[40:60] in str(each) for row in kept for each in row)
    assert {type(each) for row in kept for each in row} == {int, str}
    columns = [row[1] for row in asked(home, "PRAGMA table_info(finding)")]
    assert columns == ["session", "event", "rule", "type", "count"]


def test_only_what_changed_is_looked_at_again_and_is_unknown_until_then(home: Path) -> None:
    sync(world(home), findings=True)
    assert sync(world(home), findings=True).looked == 0
    put(home, "bbbbbbbb", said("bbbbbbbb", "hedge", f"a {TOKEN}"), 5)
    sync(world(home))
    assert secrets(home)["bbbbbbbb"] is None
    assert secrets(home)["aaaaaaaa"]
    assert sync(world(home), findings=True).looked == 1
    assert secrets(home)["bbbbbbbb"]


def test_a_file_that_lost_its_secret_loses_its_findings(home: Path) -> None:
    sync(world(home), findings=True)
    put(home, "aaaaaaaa", said("aaaaaaaa", "rose"), 5)
    sync(world(home))
    assert findings(home) == []
    sync(world(home), findings=True)
    assert secrets(home) == {"aaaaaaaa": 0, "bbbbbbbb": 0}


def test_a_file_that_was_only_touched_need_not_be_looked_at_again(home: Path) -> None:
    sync(world(home), findings=True)
    before = secrets(home)
    os.utime(home / ".claude" / "projects" / "-srv-garden" / "aaaaaaaa.jsonl", (1_700_000_900,) * 2)
    sync(world(home))
    assert secrets(home) == before


def test_a_rebuild_looks_again_where_somebody_had_looked(home: Path) -> None:
    sync(world(home))
    sync(world(home), rebuild=True)
    assert secrets(home) == {"aaaaaaaa": None, "bbbbbbbb": None}
    sync(world(home), findings=True)
    before = told(home)
    sync(world(home), rebuild=True)
    assert told(home) == before
    assert before["findings"]


def test_a_file_that_changed_while_it_was_looked_at_is_left_for_the_next_time(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync(world(home))
    real = store.unlooked

    def late(*args: Any) -> Any:
        waiting = real(*args)
        put(home, "aaaaaaaa", said("aaaaaaaa", "rose"), 7)
        return waiting

    monkeypatch.setattr(store, "unlooked", late)
    done = sync(world(home), findings=True, jobs=1)
    assert (done.looked, done.unlooked) == (1, 1)
    assert secrets(home) == {"aaaaaaaa": None, "bbbbbbbb": 0}


def test_sessions_in_a_store_are_looked_at_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    larder.store(tmp_path, ("s-jam", f"Jam {TOKEN}", None), ("s-nuts", "Nuts", None))
    sync(world(tmp_path), findings=True, jobs=1)
    found = secrets(tmp_path)
    assert found["s-nuts"] == 0
    assert found["s-jam"]
    assert {row[:2] for row in findings(tmp_path)} == {("s-jam", each) for each in (1, 2, 3)}


def test_the_command_says_how_many_and_never_which(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"The token is {TOKEN} here."))
    ended = steno("sync", "--findings", home=tmp_path)
    assert (ended.code, TOKEN in ended.out + ended.err) == (0, False)
    assert "1 secret found, 1 file looked at" in ended.err
    (row,) = steno("sql", "select session, event, rule, type, count from findings", "--json", home=tmp_path).json()
    assert row == {"session": "aaaaaaaa", "event": 1, "rule": "SEC001", "type": "auth_token", "count": 1} | {
        "rule": row["rule"]
    }
    assert steno("rule", row["rule"], home=tmp_path).code == 0


def test_what_only_the_archive_has_is_looked_at_too(home: Path) -> None:
    sync(world(home), findings=True)
    before = findings(home)
    assert steno("archive", home=home).code == 0
    (home / ".claude" / "projects" / "-srv-garden" / "aaaaaaaa.jsonl").unlink()
    sync(world(home))
    assert findings(home) == before
    sync(world(home), rebuild=True, jobs=1)
    assert findings(home) == before
    assert secrets(home) == {"aaaaaaaa": sum(row[-1] for row in before), "bbbbbbbb": 0}


def test_a_catalog_made_from_nothing_says_the_same(home: Path) -> None:
    sync(world(home), findings=True)
    fresh(home)
    sync(world(home, "fresh.db"), findings=True)
    assert told(home) == told(home, "fresh.db")
