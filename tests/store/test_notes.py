"""Notes are in the catalog as they stand in their files: on a session, and on one of several in a store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.given import larder
from tests.given.machine import claude, steno
from tests.given.noted import MARA, note, notes_of

ID = "3f2a1111-2222-4333-8444-555566667777"


def notes(home: Path) -> list[tuple[Any, ...]]:
    rows = steno("sql", "select session, key, author, value from notes order by 1, 2", "--json", home=home).json()
    return [tuple(row.values()) for row in rows]


def learn(word: str, text: str, home: Path) -> None:
    ended = note(word, "--learning", text, *MARA, home=home)
    assert ended.code == 0, ended.err


def test_notes_come_change_and_go_with_their_file(tmp_path: Path) -> None:
    claude(tmp_path, ID)
    assert notes(tmp_path) == []
    learn(ID, "Look first", tmp_path)
    assert notes(tmp_path) == [(ID, "learning", "human:Mara", '"Look first"')]
    learn(ID, "Look twice", tmp_path)
    assert '"Look twice"' in [row[3] for row in notes(tmp_path)]
    assert note(ID, "--undo", "last", *MARA, home=tmp_path).code == 0
    assert notes(tmp_path) == [(ID, "learning", "human:Mara", '"Look first"')]
    notes_of(tmp_path).unlink()
    assert notes(tmp_path) == []


def test_notes_on_one_session_of_a_store_are_that_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    larder.store(tmp_path, ("s-jam", "Jam", None), ("s-nuts", "Nuts", None))
    assert notes(tmp_path) == []
    learn("s-jam", "Less sugar", tmp_path)
    assert notes(tmp_path) == [("s-jam", "learning", "human:Mara", '"Less sugar"')]
    learn("s-nuts", "Crack them", tmp_path)
    both = notes(tmp_path)
    assert [row[0] for row in both] == ["s-jam", "s-nuts"]
    assert steno("sync", "--rebuild", home=tmp_path).code == 0
    assert notes(tmp_path) == both
    assert note("s-jam", "--undo", "last", *MARA, home=tmp_path).code == 0
    assert [row[0] for row in notes(tmp_path)] == ["s-nuts"]


def test_notes_beside_the_log_of_a_hook_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / ".local" / "share" / "steno" / "hooks" / "claude-code" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes((Path(__file__).parents[1] / "fixtures" / "hooks" / "claude_code.jsonl").read_bytes())
    learn(str(path), "Wait", tmp_path)
    assert path.with_name(path.name + ".notes.jsonl").exists()
    assert [row[1:] for row in notes(tmp_path)] == [("learning", "human:Mara", '"Wait"')]
