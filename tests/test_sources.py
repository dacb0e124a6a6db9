"""Sessions are found by names alone, and words name them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.listing.names import short_ids
from steno.session import Input, NotFound, resolve
from steno.sources import Session, discover
from tests.given.machine import claude, codex


def found(home: Path, **environ: str) -> list[tuple[str, str]]:
    report: list[Diagnostic] = []
    sessions = discover(environ, home, report.append)
    assert report == []
    return [(each.agent, each.id) for each in sessions]


def test_sessions_of_every_agent_are_listed_newest_first(tmp_path: Path) -> None:
    claude(tmp_path, "aaa", age=30)
    codex(tmp_path, "0199-bbb", age=10)
    codex(tmp_path, "0199-ccc", age=20, folder="archived_sessions", suffix=".jsonl.zst")
    assert found(tmp_path) == [("codex", "0199-bbb"), ("codex", "0199-ccc"), ("claude-code", "aaa")]


def test_a_session_is_its_name_size_time_and_children(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaa", [])
    child = path.with_suffix("") / "subagents" / "workflows" / "run" / "agent-7.jsonl"
    child.parent.mkdir(parents=True)
    child.write_bytes(b"")
    (child.parent / "journal.jsonl").write_bytes(b"")
    (path.parent / "agent-9.jsonl").write_bytes(b"")
    assert discover({}, tmp_path, lambda _: None) == [Session("claude-code", "aaa", path, 0, 1_700_000_000, (child,))]


def test_a_home_without_agents_has_no_sessions(tmp_path: Path) -> None:
    assert found(tmp_path) == []
    assert found(tmp_path / "missing") == []


def test_agents_own_variables_say_where_they_keep_sessions(tmp_path: Path) -> None:
    claude(tmp_path / "one", "aaa", age=1)
    claude(tmp_path / "two", "bbb", age=2)
    codex(tmp_path / "three", "ccc", age=3)
    environ = {
        "CLAUDE_CONFIG_DIR": f"{tmp_path}/one/.claude, {tmp_path}/two/.claude",
        "CODEX_HOME": f"{tmp_path}/three/.codex",
    }
    assert found(tmp_path, **environ) == [("claude-code", "aaa"), ("claude-code", "bbb"), ("codex", "ccc")]


def test_the_configuration_directory_of_the_desktop_is_looked_at_too(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    (tmp_path / ".config").mkdir()
    (tmp_path / ".claude").rename(tmp_path / ".config" / "claude")
    assert found(tmp_path) == [("claude-code", "aaa")]


def test_one_file_under_two_names_of_its_directory_is_one_session(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config" / "claude").symlink_to(tmp_path / ".claude")
    assert found(tmp_path) == [("claude-code", "aaa")]


def test_links_in_circles_end(tmp_path: Path) -> None:
    path = codex(tmp_path, "aaa")
    (path.parent / "up").symlink_to(tmp_path / ".codex" / "sessions")
    (path.parent / "self").symlink_to(path.parent / "self")
    assert found(tmp_path) == [("codex", "aaa")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every directory")
def test_a_directory_without_permission_is_a_diagnostic(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    closed = tmp_path / ".claude" / "projects" / "closed"
    closed.mkdir(mode=0)
    report: list[Diagnostic] = []
    assert [each.id for each in discover({}, tmp_path, report.append)] == ["aaa"]
    assert [str(each) for each in report] == [f"{closed}: SRC030 cannot list this folder: permission denied"]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("rollout-2026-01-02T03-04-05-0199-a.jsonl", "0199-a"),
        ("rollout-2025-05-07-0199-a.jsonl", "0199-a"),
        ("rollout-2026-01-02T03-04-05-0199-a_r2.jsonl", "0199-a_r2"),
        ("rollout-0199-a.jsonl.zst", "0199-a"),
    ],
)
def test_a_rollout_is_known_by_its_thread(tmp_path: Path, name: str, id: str) -> None:
    path = codex(tmp_path, "x")
    path.rename(path.with_name(name))
    assert found(tmp_path) == [("codex", id)]


def test_a_hook_log_is_a_session_where_the_agents_own_record_is_not_there(tmp_path: Path) -> None:
    claude(tmp_path, "aaa")
    top = tmp_path / "told"
    names = (
        "claude-code/aaa.jsonl", "claude-code/bbb.jsonl", "codex/ccc.jsonl", "claude-code/2026-01-31.jsonl",
        "claude-code/bbb.txt", "git/2026-01-31.jsonl", "blobs/ddd.jsonl",
    )  # fmt: skip
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).touch()
        os.utime(top / name, (1_600_000_000, 1_600_000_000))
    assert found(tmp_path, STENO_HOOKS=str(top)) == [("claude-code", "aaa"), ("hooks", "bbb"), ("hooks", "ccc")]


def session(id: str, agent: str = "codex") -> Session:
    return Session(agent, id, Path(f"/sessions/{agent}/{id}"), 0, 0)


MACHINE = [session("abc1"), session("abd2"), session("abc", "claude-code"), session("zz", "claude-code"), session("zz")]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("@latest", MACHINE[0]),
        ("@-1", MACHINE[0]),
        ("@-2", MACHINE[1]),
        ("abd", MACHINE[1]),
        ("abc", MACHINE[2]),
        ("codex:zz", MACHINE[4]),
        ("claude-code:@latest", MACHINE[2]),
        ("codex:@-3", MACHINE[4]),
    ],
)
def test_a_word_names_a_session(word: str, found: Session) -> None:
    assert resolve(word, lambda: MACHINE) == Input(str(found.path), found.path, found.agent)


@pytest.mark.parametrize(
    ("word", "message", "hint"),
    [
        ("ab", "3 session ids begin with 'ab': codex:abc1, codex:abd2, claude-code:abc", "give more of the id"),
        (
            "zz",
            "2 session ids begin with 'zz': claude-code:zz, codex:zz",
            "name the file: /sessions/claude-code/zz, /sessions/codex/zz",
        ),
        (
            "q",
            "no file 'q', and no session id begins with it",
            "`steno ls` lists the sessions; give a path for any other file, or - for standard input",
        ),
        ("@-6", "@-6: sessions on this machine: 5", "give a path, or - for standard input"),
        (
            "@first",
            "'@first' is neither @latest, @current nor @-N",
            "@-1 is the newest session, @-2 the one before; @current is the one that you run in",
        ),
        (
            "",
            "the name of the session is empty",
            "`steno ls` lists the sessions; give a path for any other file, or - for standard input",
        ),
    ],
)
def test_a_word_that_names_no_session_says_why(word: str, message: str, hint: str) -> None:
    with pytest.raises(NotFound) as error:
        resolve(word, lambda: MACHINE)
    assert (str(error.value), error.value.hint) == (message, hint)


def test_five_of_many_candidates_are_listed() -> None:
    with pytest.raises(UsageError, match=r"9 session ids begin with 'a': codex:a0, .*codex:a4 and 4 more$"):
        resolve("a", lambda: [session(f"a{number}") for number in range(9)])


def test_paths_and_standard_input_need_no_sessions(tmp_path: Path) -> None:
    def never() -> list[Session]:
        raise AssertionError("looked for sessions")

    file = tmp_path / "file"
    file.touch()
    assert resolve("-", never) == Input("<stdin>", None)
    assert resolve(str(file), never) == Input(str(file), file)
    assert resolve("missing.jsonl", never) == Input("missing.jsonl", Path("missing.jsonl"))


def test_short_ids_are_the_shortest_that_tell_sessions_apart() -> None:
    ids = ["0199aaaa-1", "0199aaaa-2", "0199bbbb-1", "short", "0199aaaa-1_r"]
    assert short_ids(ids) == {
        "0199aaaa-1": "0199aaaa-1",
        "0199aaaa-1_r": "0199aaaa-1_",
        "0199aaaa-2": "0199aaaa-2",
        "0199bbbb-1": "0199bbbb",
        "short": "short",
    }
