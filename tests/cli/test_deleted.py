"""A session that its agent has deleted, and that is archived, stays listed, and every command reads it by its id."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import click
import pytest

from steno.api.catalog import sync
from steno.api.sessions_table import session_table
from steno.cli import COMMANDS
from tests.given import larder
from tests.given.cataloged import found, fresh, put, said, told, world
from tests.given.machine import Ended, claude, steno
from tests.given.noted import MARA, listed, note

ID = "aaaaaaaa-0000-4000-8000-000000000001"
OTHER = "bbbbbbbb-0000-4000-8000-000000000002"
TAKE = {
    "bundle", "check", "convert", "cost", "diff", "explain", "export", "files", "html", "info", "md", "note",
    "outline", "policy", "redact", "review", "show", "stats", "tail", "tree", "view-as",
}  # fmt: skip
"""Commands that take a session."""
ELSE = {"archive", "view"}
"""The one keeps what is there and reads what it has in ways of its own; the other serves what is resolved as for all
others, until it is stopped."""


def words(name: str, session: str, home: Path) -> list[str]:
    """The session, and what the command needs beside it."""
    policy = home / "policy.json"
    policy.write_text(json.dumps({"required_tools": ["regex"], "optional_tools": [], "enabled_tools": ["regex"]}))
    before = {"view-as": ["sft"], "policy": [str(policy)]}.get(name, [])
    behind = {
        "bundle": ["-o", str(home / "bundle")], "diff": [OTHER], "note": ["--list"], "tail": ["--all"],
        "convert": ["-t", "awf"], "review": MARA,
    }.get(name, [])  # fmt: skip
    return [*before, session, *behind]


def gone(home: Path) -> None:
    """Archive what is there, and delete one of its sessions."""
    claude(home, OTHER, age=5)
    path = claude(home, ID)
    assert steno("archive", home=home).code == 0
    path.unlink()


def without_names(out: str) -> str:
    """What a command printed, without the lines in which `diff` says what it was given."""
    return "".join(each for each in out.splitlines(keepends=True) if not each.startswith(("A  ", "B  ")))


def takes_a_session(name: str) -> bool:
    found = import_module(f"steno.cli.{name.replace('-', '_')}").command
    named = (each.metavar or "" for each in found.params if isinstance(each, click.Argument))
    return any("SESSION" in each or each == "A" for each in named)


def test_every_command_that_takes_a_session_is_walked_over() -> None:
    assert {name for name in COMMANDS if takes_a_session(name)} == TAKE | ELSE


@pytest.mark.parametrize("name", sorted(TAKE))
def test_every_command_reads_a_deleted_session_by_its_id(name: str, tmp_path: Path) -> None:
    claude(tmp_path, OTHER, age=5)
    path = claude(tmp_path, ID)

    def ran(word: str) -> Ended:
        ended = steno(name, *words(name, word, tmp_path), home=tmp_path, SOURCE_DATE_EPOCH="1769817600")
        assert ended.code in (0, 1), (word, ended.err)
        return ended

    before = ran(ID)
    assert steno("archive", home=tmp_path).code == 0
    path.unlink()
    for number, word in enumerate((ID, ID[:10], f"claude-code:{ID}", f"archive:{ID}", str(path))):
        if name == "bundle":
            (tmp_path / "bundle").rename(tmp_path / f"bundle-{number}")
        ended = ran(word)
        assert (ended.code, without_names(ended.out)) == (before.code, without_names(before.out)), word


def test_ls_lists_it_and_says_that_it_is_deleted(tmp_path: Path) -> None:
    gone(tmp_path)
    rows = {each["id"]: each for each in steno("ls", "--json", home=tmp_path).json()}
    assert set(rows) == {ID, OTHER}
    assert (rows[ID]["deleted"], "deleted" in rows[OTHER]) == (True, False)
    assert (rows[ID]["title"], rows[ID]["project"], rows[ID]["turns"]) == (
        rows[OTHER]["title"], "/srv/garden", rows[OTHER]["turns"]
    )  # fmt: skip
    assert "deleted" in steno("ls", home=tmp_path).out
    assert steno("ls", "--agent", "codex", "--json", home=tmp_path).out == ""


def test_the_catalog_keeps_it_as_it_was_and_a_rebuild_says_the_same(tmp_path: Path) -> None:
    path = put(tmp_path, "cccccccc", said("cccccccc", "rose", "thorn"), 1)
    put(tmp_path, "dddddddd", said("dddddddd", "hedge"), 2)
    run = path.with_suffix("") / "subagents" / "agent-1.jsonl"
    run.parent.mkdir(parents=True)
    run.write_bytes(said("cccccccc", "foo_bar"))
    sync(world(tmp_path))
    before = told(tmp_path)
    assert steno("archive", home=tmp_path).code == 0
    for each in (path, run):
        each.unlink()
    done = sync(world(tmp_path))
    assert (done.gone, done.sessions) == (0, 3)
    states = {each.id: each.state for each in session_table(world(tmp_path), fresh=False).rows}
    assert states == {"cccccccc": "deleted", "dddddddd": "quiet"}
    after = told(tmp_path)
    assert after == fresh(tmp_path)
    assert {view: rows for view, rows in after.items() if view != "sessions"} == {
        view: rows for view, rows in before.items() if view != "sessions"
    }
    assert [each.session for each in found(tmp_path, "thorn")][:1] == ["cccccccc"]
    assert sync(world(tmp_path)).read == 0, "what is archived is read once"


def test_a_session_that_comes_back_is_no_longer_deleted(tmp_path: Path) -> None:
    path = put(tmp_path, "cccccccc", said("cccccccc", "rose"), 1)
    assert steno("archive", home=tmp_path).code == 0
    data = path.read_bytes()
    path.unlink()
    assert [each.state for each in session_table(world(tmp_path)).rows] == ["deleted"]
    path.write_bytes(data)
    os.utime(path, (1_700_000_001,) * 2)
    assert [each.state for each in session_table(world(tmp_path)).rows] == ["quiet"]


def test_a_session_that_nobody_archived_is_gone(tmp_path: Path) -> None:
    path = put(tmp_path, "cccccccc", said("cccccccc", "rose"), 1)
    sync(world(tmp_path))
    path.unlink()
    assert sync(world(tmp_path)).sessions == 0


def test_notes_can_be_made_on_a_deleted_session(tmp_path: Path) -> None:
    gone(tmp_path)
    steno("sync", home=tmp_path)
    assert note(ID, "--learning", "Keep it", *MARA, home=tmp_path).code == 0
    assert [each["value"] for each in listed(ID, tmp_path)] == ["Keep it"]
    (row,) = steno("sql", "select session, value from notes", "--json", home=tmp_path).json()
    assert row == {"session": ID, "value": '"Keep it"'}


def test_a_session_in_a_store_that_is_gone_is_read_by_its_own_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    path = larder.store(tmp_path, ("s-jam", "Jam", None), ("s-nuts", "Nuts", None))
    before = {id: steno("show", id, home=tmp_path).out for id in ("s-jam", "s-nuts")}
    assert before["s-jam"] != before["s-nuts"]
    assert steno("archive", home=tmp_path).code == 0
    path.unlink()
    for word, id in (("s-jam", "s-jam"), ("archive:s-nu", "s-nuts"), ("larder:s-jam", "s-jam"), ("s-nuts@1", "s-nuts")):
        ended = steno("show", word, home=tmp_path)
        assert (ended.code, ended.out) == (0, before[id]), (word, ended.err)
    assert {each["id"] for each in steno("ls", "--json", home=tmp_path).json()} == {"s-jam", "s-nuts"}
    several = steno("show", "archive:s-", home=tmp_path)
    assert several.code == 2
    assert "2 sessions in archived stores begin with 's-': s-jam, s-nuts" in several.err


def test_a_session_that_was_taken_out_of_a_store_is_in_its_older_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    path = larder.store(tmp_path, ("s-jam", "Jam", None), ("s-nuts", "Nuts", None))
    before = steno("show", "s-jam", home=tmp_path).out
    assert steno("archive", home=tmp_path).code == 0
    with closing(sqlite3.connect(path)) as base:
        base.execute("DELETE FROM larder_sessions WHERE id = 's-jam'")
        base.execute("DELETE FROM messages WHERE session_id = 's-jam'")
        base.commit()
    assert steno("archive", home=tmp_path).code == 0
    assert steno("show", "archive:s-jam", home=tmp_path).out == before
    assert steno("show", "archive:s-jam@2", home=tmp_path).code == 2
