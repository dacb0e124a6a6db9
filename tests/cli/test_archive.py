"""`steno archive`: what is kept stays, whatever the agent does."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.given.machine import claude, dialogue, lines, steno

ID = "aaaaaaaa-0000-4000-8000-000000000001"
SAID = "the archive holds sessions as they are, secrets included: only you can read it, and nothing is masked"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return claude(tmp_path, ID)


def kept(home: Path) -> Path:
    return home / ".local/share/steno/archive"


def test_every_run_says_that_nothing_is_masked_and_what_is_new(tmp_path: Path, log: Path) -> None:
    first, second = steno("archive", home=tmp_path), steno("archive", home=tmp_path)
    assert first.err.splitlines() == [SAID, f"1 session in {kept(tmp_path)}: 1 new"]
    assert second.err.splitlines() == [SAID, f"1 session in {kept(tmp_path)}, nothing new"]
    assert (first.code, first.out, second.code, second.out) == (0, "", 0, "")


def test_json_names_each_new_state(tmp_path: Path, log: Path) -> None:
    seen = []
    for change in (lambda: None, lambda: log.write_bytes(log.read_bytes() + b"{}\n"), lambda: log.write_bytes(b"{}\n"),
                   log.unlink):  # fmt: skip
        change()
        seen += steno("archive", "--json", home=tmp_path).json()
    assert [(each["change"], each["version"], each["id"], each["role"]) for each in seen] == [
        ("new", 1, ID, "main"), ("grown", 2, ID, "main"), ("rewritten", 3, ID, "main"), ("gone", 4, ID, "main"),
    ]  # fmt: skip


def test_a_session_that_its_agent_deleted_is_listed_and_read(tmp_path: Path, log: Path) -> None:
    shown = steno("show", ID, home=tmp_path).out
    steno("archive", home=tmp_path)
    log.unlink()
    assert steno("archive", home=tmp_path).code == 0
    (row,) = steno("archive", "list", "--json", home=tmp_path).json()
    assert (row["id"], row["agent"], row["deleted"], row["versions"]) == (ID, "claude-code", True, 2)
    assert "deleted" in steno("archive", "list", home=tmp_path).out
    for word in (ID, ID[:10], f"archive:{ID}", f"archive:{ID[:8]}@1", f"claude-code:{ID}"):
        assert steno("show", word, home=tmp_path).out == shown, word
    assert steno("show", f"archive:{ID}@2", home=tmp_path).code == 2  # it was gone
    assert steno("show", "nobody", home=tmp_path).err == steno("show", "nobody", home=tmp_path / "new").err


def test_an_export_of_a_deleted_session_is_that_of_the_session(tmp_path: Path, log: Path) -> None:
    before = steno("export", ID, "-t", "open-token", "--redact", "none", home=tmp_path).out
    steno("archive", home=tmp_path)
    log.unlink()
    assert steno("export", ID, "-t", "open-token", "--redact", "none", home=tmp_path).out == before


def test_files_that_belong_to_a_session_are_kept_with_it(tmp_path: Path, log: Path) -> None:
    other = claude(tmp_path, ID.replace("aaaa", "bbbb"))
    below = log.with_suffix("")
    placed, loose = below / "subagents/agent-1.jsonl", log.with_name("agent-2.jsonl")
    output = below / "tool-results/long.txt"
    for path, text in ((placed, lines(dialogue(ID))), (loose, lines(dialogue(ID))), (output, b"long\n")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    steno("archive", home=tmp_path)
    rows = {each["path"]: each["files"] for each in steno("archive", "list", "--json", home=tmp_path).json()}
    assert rows == {str(log): 4, str(other): 1}
    ended = steno("archive", "restore", ID, "-o", str(tmp_path / "out"), home=tmp_path)
    found = {str(each.relative_to(tmp_path / "out")): each.read_bytes() for each in map(Path, ended.out.splitlines())}
    assert found == {str(each.relative_to(log.parent)): each.read_bytes() for each in (log, placed, loose, output)}


def test_a_session_that_lies_in_many_files_is_kept_whole(tmp_path: Path) -> None:
    top = tmp_path / ".local/share/opencode/storage"
    files: dict[str, dict[str, object]] = {
        "session/global/ses_1.json": {"id": "ses_1", "title": "Roses", "projectID": "global", "version": "1.0",
                                      "directory": "/srv", "time": {"created": 1, "updated": 2}},
        "message/ses_1/msg_1.json": {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1}},
        "part/msg_1/prt_1.json": {"id": "prt_1", "messageID": "msg_1", "sessionID": "ses_1", "type": "text",
                                  "text": "Water them"},
    }  # fmt: skip
    for name, value in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(json.dumps(value))
    shown = steno("show", "ses_1", home=tmp_path).out
    assert "Water them" in shown
    steno("archive", home=tmp_path)
    (top / "part/msg_1/prt_2.json").write_text(json.dumps(files["part/msg_1/prt_1.json"] | {"id": "prt_2"}))
    new = steno("archive", "--json", home=tmp_path).json()
    assert [(Path(each["path"]).name, each["role"]) for each in new] == [("prt_2.json", "side")]
    for name in files:
        (top / name).unlink()
    steno("archive", home=tmp_path)
    assert steno("show", "archive:ses_1@1", home=tmp_path).out == shown


def test_a_store_is_kept_by_its_own_copy(tmp_path: Path) -> None:
    path = tmp_path / ".local/share/goose/sessions/sessions.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("CREATE TABLE sessions (id TEXT)")
        base.execute("INSERT INTO sessions VALUES ('one')")
        base.commit()
        steno("archive", home=tmp_path)
    steno("archive", "restore", "archive:sessions", "-o", str(tmp_path / "out"), home=tmp_path)
    with closing(sqlite3.connect(tmp_path / "out/sessions.db")) as base:
        assert base.execute("SELECT id FROM sessions").fetchall() == [("one",)]


def test_verify_names_what_is_damaged_and_ends_with_1(tmp_path: Path, log: Path) -> None:
    steno("archive", home=tmp_path)
    assert steno("archive", "verify", home=tmp_path).code == 0
    (piece,) = (each for each in (kept(tmp_path) / "objects").rglob("*") if each.is_file())
    piece.write_bytes(piece.read_bytes()[:-3])
    ended = steno("archive", "verify", home=tmp_path)
    assert ended.code == 1
    assert str(piece) in ended.out and str(log) in ended.out
    assert steno("archive", "restore", ID, "-o", str(tmp_path / "out"), home=tmp_path).code == 3
    assert not (tmp_path / "out" / log.name).exists()


def test_an_older_version_is_restored_byte_for_byte(tmp_path: Path, log: Path) -> None:
    before = log.read_bytes()
    steno("archive", home=tmp_path)
    log.write_bytes(b"{}\n")
    steno("archive", home=tmp_path)
    steno("archive", "restore", ID, "--version", "1", "-o", str(tmp_path / "out"), home=tmp_path)
    assert (tmp_path / "out" / log.name).read_bytes() == before


def test_diff_shows_what_a_rewrite_took_away(tmp_path: Path, log: Path) -> None:
    steno("archive", home=tmp_path)
    records = dialogue(ID)
    assert steno("archive", "diff", ID, home=tmp_path).code == 0
    log.write_bytes(lines(records[:-1]))
    steno("archive", home=tmp_path)
    ended = steno("archive", "diff", ID, home=tmp_path)
    assert ended.code == 1
    assert ended.out.count("vanished") == 1
    (row,) = steno("archive", "diff", ID, "--json", home=tmp_path).json()
    assert [each["id"] for each in row["vanished"]] == [records[-1]["uuid"]]
    assert (row["changed"], row["added"], row["before"], row["after"]) == ([], [], 1, 2)
    assert steno("archive", "diff", ID, "--between", "2", "1", "--json", home=tmp_path).json()[0]["added"]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_diff_masks_on_request(tmp_path: Path, form: tuple[str, ...]) -> None:
    token = "ghp_" + "Zq7" * 12
    log = claude(tmp_path, ID, dialogue(ID, prompt=f"The token is {token} here."))
    steno("archive", home=tmp_path)
    log.write_bytes(lines(dialogue(ID)[1:]))
    steno("archive", home=tmp_path)
    shown = steno("archive", "diff", ID, *form, home=tmp_path)
    masked = steno("archive", "diff", ID, *form, "--redact", "secrets", home=tmp_path)
    assert (shown.code, masked.code) == (1, 1)
    assert token in shown.out and token not in masked.out
    assert "[REDACTED:" in masked.out


def test_what_cannot_be_read_is_said_and_the_rest_is_kept(tmp_path: Path, log: Path) -> None:
    link = log.with_name("bbbb.jsonl")
    other = claude(tmp_path, "cccc")
    os.mkfifo(tmp_path / "pipe")
    below = log.with_suffix("") / "subagents"
    below.mkdir(parents=True)
    (below / "agent-1.jsonl").symlink_to(tmp_path / "pipe")
    ended = steno("archive", home=tmp_path)
    assert ended.code == 4
    assert "not a regular file" in ended.err
    assert {each["path"] for each in steno("archive", "list", "--json", home=tmp_path).json()} == {str(log), str(other)}
    assert not link.exists()


def test_a_hook_archives_the_session_of_its_event(tmp_path: Path, log: Path) -> None:
    claude(tmp_path, "cccc")
    event = json.dumps({"session_id": ID, "transcript_path": str(log), "hook_event_name": "SessionEnd"}).encode()
    assert steno("archive", "--from-hook", home=tmp_path, stdin=event).code == 0
    assert [each["id"] for each in steno("archive", "list", "--json", home=tmp_path).json()] == [ID]
    assert steno("archive", "--from-hook", home=tmp_path, stdin=b"{}").code == 2
    hook = json.loads(steno("archive", "--hook", home=tmp_path).out)
    assert sorted(hook["hooks"]) == ["PreCompact", "SessionEnd"]


def test_a_timer_is_printed_and_nothing_is_done(tmp_path: Path, log: Path) -> None:
    ended = steno("archive", "--timer", home=tmp_path)
    assert f"ExecStart={sys.executable} -m steno archive" in ended.out
    assert "WantedBy=timers.target" in ended.out and "*/10 * * * *" in ended.out
    assert not kept(tmp_path).exists()


@pytest.mark.parametrize(
    "args",
    [
        ("restore", ID), ("restore", "-o", "out"), ("list", ID), ("verify", "--watch"), ("diff",), ("-o", "out"),
        ("list", "--version", "1"), ("--between", "1", "2"), ("diff", "nobody"), ("archive:aaaa",), ("-",),
    ],
)  # fmt: skip
def test_words_that_do_not_go_together_are_refused(tmp_path: Path, log: Path, args: tuple[str, ...]) -> None:
    assert steno("archive", *args, home=tmp_path).code == 2
    assert not kept(tmp_path).exists()


def test_an_empty_archive_is_no_error(tmp_path: Path) -> None:
    assert [steno("archive", word, home=tmp_path).code for word in ("list", "verify")] == [0, 0]
    assert not kept(tmp_path).exists()
