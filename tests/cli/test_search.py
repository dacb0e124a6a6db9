"""`steno sync`, `search`, `files` and `sql`."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.given.cataloged import put, said
from tests.given.machine import claude, dialogue, lines, record, steno

ID = "aaaaaaaa-1111-4222-8333-444444444444"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    call = {"type": "tool_use", "id": "toolu_42x", "name": "Edit", "input": {
        "file_path": "/srv/garden/src/hedgeTrimmer.py", "old_string": "a", "new_string": "b"}}  # fmt: skip
    failed = {"type": "tool_result", "tool_use_id": "toolu_42x", "content": "String not found: a", "is_error": True}
    more = [record("assistant", [call], 5, ID), record("user", [failed], 6, ID)]
    claude(tmp_path, ID, [*dialogue(ID, output="wrote 3f2a9c1d0b7e into src/garden_shed.py"), *more], age=10)
    claude(tmp_path, "bbbbbbbb", dialogue("bbbbbbbb", prompt="Prune the \x1b[31mroses\nand hedges", cwd="/srv/house"))
    return tmp_path


def events(home: Path, *args: str) -> list[tuple[str, int]]:
    ended = steno("search", "--json", *args, home=home)
    assert ended.code == 0, ended.err
    return [(each["session"][:1], each["event"]) for each in ended.json()]


@pytest.mark.parametrize(
    ("args", "hits"),
    [
        (["roses"], {("a", 1), ("a", 3), ("a", 5), ("b", 1), ("b", 3), ("b", 5)}),
        (['"the roses"'], {("a", 1), ("a", 5), ("b", 1), ("b", 5)}),
        (["prun*"], {("b", 1)}),
        (["roses NOT watered", "--role", "assistant"], {("a", 3), ("b", 3)}),
        (["prune OR dry"], {("a", 2), ("b", 1), ("b", 2)}),
        (["3f2a9c1d0b7e"], {("a", 4)}),
        (["garden_shed.py"], {("a", 4)}),
        (["shed"], {("a", 4)}),
        (["trimmer"], {("a", 6)}),
        (["hedgetrimmer"], {("a", 6)}),
        (["src/hedgeTrimmer.py"], {("a", 6)}),
        (["toolu_42x"], {("a", 6)}),
        (["bbbbbbbb"], {("b", 1)}),
        (["roses", "--agent", "codex"], set()),
        (["roses", "--project", "house"], {("b", 1), ("b", 3), ("b", 5)}),
        (["roses", "--tool", "Bash"], {("a", 3), ("b", 3)}),
        (["string", "--failed"], {("a", 7)}),
        (["roses", "--failed"], set()),
        (["roses", "--since", "2027-01-01"], set()),
        (["prune", "--since", "2026-01-01"], {("b", 1)}),
        (["roses", "--file", "src/hedgeTrimmer.py"], {("a", 1), ("a", 3), ("a", 5)}),
        (["--regex", r"3f\w+ into"], {("a", 4)}),
        (["--regex", r"(?i)PRUNE"], {("b", 1)}),
        (["--regex", r"^$"], set()),
    ],
)
def test_what_is_found(home: Path, args: list[str], hits: set[tuple[str, int]]) -> None:
    assert set(events(home, *args)) == hits


def test_a_hit_has_its_snippet_and_the_command_that_shows_it(home: Path) -> None:
    (hit,) = steno("search", "--json", "prune", home=home).json()
    assert hit | {"path": ""} == {
        "schema": "steno.search/1", "session": "bbbbbbbb", "agent": "claude-code", "event": 1, "kind": "message",
        "path": "", "open": "steno show bbbbbbbb --event 1", "snippet": "Prune the \x1b[31mroses\nand hedges",
        "marks": [[0, 5]], "more_before": False, "more_after": False, "role": "user",
        "time": "2026-01-02T03:04:00Z", "title": "Prune the \x1b[31mroses", "project": "/srv/house",
    }  # fmt: skip
    shown = steno("show", "bbbbbbbb", "--event", "1", "-C", "0", home=home)
    assert "hedges" in shown.out
    assert "They look dry" not in shown.out


def test_text_is_shown_without_what_a_terminal_obeys(home: Path) -> None:
    ended = steno("search", "prune", "--color", "always", home=home)
    assert "\x1b[31m" not in ended.out
    assert "\x1b[1mPrune\x1b[0m the ␛[31mroses and hedges" in ended.out


def test_an_event_that_is_not_there_is_said(home: Path) -> None:
    ended = steno("show", "bbbbbbbb", "--event", "99", home=home)
    assert (ended.code, ended.err) == (2, "steno: there is no event 99: the session has 5 events\n")


def test_a_secret_is_masked_where_that_is_asked_for(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"the token is {secret}"))
    assert secret in steno("search", "token", home=tmp_path).out
    assert secret not in steno("search", "token", "--redact", "secrets", home=tmp_path).out
    assert secret not in steno("sql", "select title from sessions", "--redact", "secrets", home=tmp_path).out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["***"], "nothing to look for in '***'"),
        (["--regex", "("], "no regular expression"),
        (["x", "--tool", "bash"], "did you mean 'Bash'?"),
        (["x", "--since", "soon"], "not a day"),
    ],
)
def test_a_mistake_is_explained(home: Path, args: list[str], words: str) -> None:
    ended = steno("search", *args, home=home)
    assert ended.code == 2
    assert words in ended.err


def test_a_source_that_changed_since_shows_no_text(home: Path) -> None:
    steno("sync", home=home)
    put(home, "bbbbbbbb", said("bbbbbbbb", "nothing of this"), 5)
    ended = steno("search", "prune", "--no-sync", home=home)
    assert "the source has changed" in ended.out
    assert steno("search", "prune", home=home).err == "nothing found\n"


def test_who_touched_a_file(home: Path) -> None:
    for path in ("hedgeTrimmer.py", "src/hedgeTrimmer.py", "/srv/garden/src/hedgeTrimmer.py"):
        (row,) = steno("files", path, "--json", home=home).json()
        assert row == {
            "schema": "steno.touched/1", "path": "/srv/garden/src/hedgeTrimmer.py", "action": "edit", "session": ID,
            "agent": "claude-code", "event": 6, "open": "steno show aaaaaaaa --event 6", "failed": True, "tool": "Edit",
            "time": "2026-01-02T03:04:05Z",
        }  # fmt: skip
    assert steno("files", "Trimmer.py", home=home).err == "no session touched 'Trimmer.py', and none is named so\n"
    (listed,) = steno("files", ID[:8], "--json", home=home).json()
    assert [each["path"] for each in listed["files"]] == ["src/hedgeTrimmer.py"]


def test_questions_in_sql_as_csv_json_and_parquet(home: Path, tmp_path: Path) -> None:
    question = "select session, calls, failures, null as n from sessions order by 1"
    assert steno("sql", question, home=home).out == f"session,calls,failures,n\n{ID},2,1,\nbbbbbbbb,1,0,\n"
    assert steno("sql", question, "--json", home=home).json()[0] == {
        "session": ID, "calls": 2, "failures": 1, "n": None
    }  # fmt: skip
    assert "calls" in steno("sql", question, "--format", "table", home=home).out
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    assert steno("sql", question, "--format", "parquet", "-o", str(file), home=home).code == 0
    assert parquet.read_table(io.BytesIO(file.read_bytes())).to_pylist()[1]["session"] == "bbbbbbbb"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("delete from sessions", "nothing in the catalog can be changed"),
        ("insert into note values (1)", "only views may be read"),
        ("select * from session", "only views may be read"),
        ("select text from words", "only views may be read"),
        ("select sql from sqlite_master", "only views may be read"),
        ("attach 'x.db' as x", "only views may be read"),
        ("pragma user_version = 9", "only views may be read"),
        ("select load_extension('x')", "only views may be read"),
        ("select * from sesions", "did you mean 'sessions'?"),
        ("select sesion from sessions", "did you mean 'session'?"),
        ("selct 1", "no question in SQL"),
        ("select 1; select 2", "no question in SQL"),
        ("", "asks for nothing"),
        ("select 1 as a, 2 as a from sessions", "two columns are called 'a'"),
    ],
)
def test_only_views_are_read_and_nothing_is_changed(home: Path, question: str, words: str) -> None:
    ended = steno("sql", question, "--format", "json", home=home)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert len(steno("sql", "select * from sessions", "--json", home=home).json()) == 2


def test_a_long_question_may_use_all_of_sql(home: Path) -> None:
    question = "with x as (select session, count(*) n from events group by 1) "
    question += "select sum(n) from x join sessions using (session)"
    assert steno("sql", question, home=home).out == "sum(n)\n12\n"


def test_views_are_listed_with_their_columns(home: Path) -> None:
    ended = steno("sql", "--views", home=home)
    assert ended.out.splitlines()[2] == "tool_calls: session, event, tool, time, result, failed, latency_ms, took_ms"


def test_sync_says_what_it_did(home: Path) -> None:
    assert steno("sync", home=home).err == "2 sessions, 12 events: 2 files read, 0 unchanged, 0 gone\n"
    (done,) = steno("sync", "--json", home=home).json()
    assert done == {
        "schema": "steno.sync/1", "read": 0, "unchanged": 2, "gone": 0, "sessions": 2, "events": 12,
    }  # fmt: skip


def test_a_watched_machine_is_followed_until_it_is_stopped(home: Path) -> None:
    program = [sys.executable, "-m", "steno", "sync", "--watch", "--json"]
    environ = {**os.environ, "HOME": str(home)}
    with subprocess.Popen(program, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        assert run.stdout is not None
        assert json.loads(run.stdout.readline())["sessions"] == 2
        claude(home, "cccccccc")
        assert json.loads(run.stdout.readline())["sessions"] == 3
        run.send_signal(signal.SIGINT)
        assert run.wait() == 130


def test_sub_agents_name_the_session_that_started_them(home: Path) -> None:
    folder = home / ".claude" / "projects" / "-srv-garden" / ID / "subagents"
    folder.mkdir(parents=True)
    run = [record("user", "dig a hole", 0, ID, isSidechain=True, agentId="x1")]
    (folder / "agent-x1.jsonl").write_bytes(lines(run))
    (row,) = steno("sql", "select session, parent from sessions where parent is not null", "--json", home=home).json()
    assert row == {"session": "agent-x1", "parent": ID}
    (hit,) = steno("search", "dig", "--json", home=home).json()
    assert hit["open"] == f"steno show {folder / 'agent-x1.jsonl'} --event 1"
    assert "dig a hole" in steno(*hit["open"].split()[1:], home=home).out


def test_commands_and_commits_are_rows(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "git commit -m 'Plant roses'"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "[main 1a2b3c4] Plant roses\n 1 file changed"}
    claude(tmp_path, "aaaaaaaa", [record("assistant", [call], 0, "aaaaaaaa"), record("user", [result], 2, "aaaaaaaa")])
    asked = "select c.program, c.subcommand, c.failed, m.hash, m.branch, m.subject, t.latency_ms from commands c "
    asked += "join commits m using (session, event) join tool_calls t using (session, event)"
    assert steno("sql", asked, home=tmp_path).out.splitlines()[1] == "git,commit,0,1a2b3c4,main,Plant roses,2000"


def test_notes_on_a_session_are_rows(home: Path) -> None:
    steno("sync", home=home)
    assert steno("note", "bbbbbbbb", "--author", "Kim", "--role", "human", "--goal-achieved", home=home).code == 0
    ended = steno("sql", "select session, event, key, value from notes where author = 'human:Kim'", home=home)
    assert ended.out.splitlines()[1:] == ["bbbbbbbb,,goal_achieved,true"]


def test_nothing_is_written_beside_an_agents_files(home: Path) -> None:
    before = sorted(os.walk(home / ".claude"))
    steno("search", "roses", home=home)
    assert sorted(os.walk(home / ".claude")) == before
