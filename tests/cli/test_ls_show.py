"""`steno ls` and `steno show`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.given.gitrepo import Repo
from tests.given.machine import claude, dialogue, lines, record, steno


def test_ls_shows_a_table_newest_first(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa-1", age=20)
    claude(tmp_path, "bbbbbbbb-1", dialogue("bbbbbbbb-1", prompt="Prune \x1b[31mthe\nhedge"), age=10)
    ended = steno("ls", home=tmp_path, TZ="UTC", SOURCE_DATE_EPOCH="1767495845")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "ID        AGENT        PROJECT      AGE  ACTIVE (UTC)        SIZE  TITLE",
        "bbbbbbbb  claude-code  /srv/garden   2d  2023-11-14 22:13  1.6 KB  Prune ␛[31mthe",
        "aaaaaaaa  claude-code  /srv/garden   2d  2023-11-14 22:13  1.6 KB  Water the roses",
    ]


def test_ls_json_has_stable_names(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa-1")
    ended = steno("ls", "--json", home=tmp_path)
    assert ended.json() == [
        {
            "schema": "steno.ls/1",
            "id": "aaaaaaaa-1",
            "agent": "claude-code",
            "path": str(path),
            "bytes": path.stat().st_size,
            "modified": "2023-11-14T22:13:20Z",
            "subagents": 0,
            "turns": 1,
            "tools": 1,
            "project": "/srv/garden",
            "started": "2026-01-02T03:04:00Z",
            "title": "Water the roses",
            "secrets": None,
        }
    ]


def test_ls_says_what_it_does_not_list(tmp_path: Path) -> None:
    for number in range(23):
        claude(tmp_path, f"{number:08}", age=number)
    ended = steno("ls", home=tmp_path)
    assert ended.err == "20 of 23 sessions; --limit 0 shows all\n"
    assert len(ended.out.splitlines()) == 21
    assert len(steno("ls", "--limit", "0", home=tmp_path).out.splitlines()) == 24
    assert len(steno("ls", home=tmp_path, STENO_LS_LIMIT="3").out.splitlines()) == 4


def test_ls_narrows_by_agent_and_project(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", age=1)
    claude(tmp_path, "bbbbbbbb", dialogue("bbbbbbbb", cwd="/srv/house"), age=2)

    def ids(*args: str) -> list[str]:
        return [each["id"] for each in steno("ls", "--json", *args, home=tmp_path).json()]

    assert ids("--project", "/srv/house") == ["bbbbbbbb"]
    assert ids("--project", "garden") == ["aaaaaaaa"]
    assert ids("--project", "/srv") == ["aaaaaaaa", "bbbbbbbb"]
    assert ids("--project", "/srv/gar") == []
    assert ids("--agent", "codex") == []
    assert ids("--agent", "claude-code") == ["aaaaaaaa", "bbbbbbbb"]


def test_ls_in_an_empty_home_says_so(tmp_path: Path) -> None:
    ended = steno("ls", home=tmp_path)
    assert ended == (0, "", "steno: no sessions found; `steno show FILE` reads any file\n")


def test_ls_lists_a_session_that_is_still_empty(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", [])
    ended = steno("ls", home=tmp_path)
    assert ended.code == 0
    assert ended.out.splitlines()[1].split() == ["aaaaaaaa", "claude-code", "3y", "2023-11-14", "22:13", "0", "bytes"]


def test_what_ls_lists_can_be_read_by_its_id_and_by_its_path_and_what_it_does_not_list_by_neither(
    tmp_path: Path,
) -> None:
    contents = {
        "empty": b"",
        "blank": b"\n\n",
        "object": b'{"a": 1}\n',
        "strange": b'{"type": "hologram"}\n' + lines(dialogue("s1")),
        "snapshot": b'{"type":"file-history-snapshot","messageId":"x","snapshot":{},"isSnapshotUpdate":false}\n',
        "prose": b"Dear diary\n",
        "binary": b"\x7fELF\0\0",
        "utf16": '{"type": 1}'.encode("utf-16"),
        "torn": b'{"type": "user", "mess',
    }
    paths = {name: claude(tmp_path, name, []) for name in contents}
    rollout = tmp_path / ".codex" / "sessions" / "rollout-2026-01-02T03-04-05-note.jsonl"
    transcript = tmp_path / ".local" / "share" / "awf" / "transcripts" / "list.jsonl"
    for path, text in ((rollout, b"Dear diary\n"), (transcript, b'{"n": 1}\n')):
        path.parent.mkdir(parents=True)
        path.write_bytes(text)
    for name, text in contents.items():
        paths[name].write_bytes(text)
    ended = steno("ls", "--json", home=tmp_path)
    listed = {each["id"] for each in ended.json()}
    assert ended.code == 0
    assert listed == {"empty", "blank", "object", "strange", "snapshot", "torn", "list"}
    assert "3 files among the sessions of claude-code, no sessions: " in ended.err
    assert "1 file among the sessions of codex, no session: " in ended.err
    for name, path in {**paths, "note": rollout, "list": transcript}.items():
        for command in ("show", "info", "check", "export", "redact"):
            codes = {steno(command, word, home=tmp_path).code for word in (name, str(path))}
            assert codes <= ({0, 1} if name in listed else {3}), (name, command)
            assert len(codes) == 1, (name, command)
    repo = Repo(tmp_path / "repo")
    repo.put("garden.py", "roses\n")
    repo.commit()
    for walks in (("cost",), ("link", "--repo", str(repo.path))):
        assert steno(*walks, home=tmp_path).code == 0, "what is no session is none for any command"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_ls_goes_on_after_a_file_it_may_not_read(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    closed = claude(tmp_path, "bbbbbbbb")
    closed.chmod(0)
    ended = steno("ls", "--json", home=tmp_path)
    assert ended.code == 4
    assert [each["id"] for each in ended.json()] == ["aaaaaaaa"]
    assert "permission denied" in ended.err


def test_show_names_a_session_by_prefix_latest_and_count(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="Old"), age=2)
    claude(tmp_path, "bbbbbbbb", dialogue("bbbbbbbb", prompt="New"), age=1)
    for word, prompt in (("aaa", "Old"), ("@latest", "New"), ("@-2", "Old"), ("claude-code:b", "New")):
        ended = steno("show", word, home=tmp_path)
        assert (ended.code, ended.err) == (0, "")
        assert f"  {prompt}\n" in ended.out


def test_show_reads_standard_input(tmp_path: Path) -> None:
    ended = steno("show", "-", home=tmp_path, stdin=lines(dialogue("s1")))
    assert ended.code == 0
    assert "  The roses are watered.\n" in ended.out


def test_show_has_sub_agents_unless_told_otherwise(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    folder = path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    words = [{"type": "text", "text": "Dug."}]
    run = [record("assistant", words, 0, "aaaaaaaa", isSidechain=True, agentId="a1")]
    (folder / "agent-a1.jsonl").write_bytes(lines(run))
    older = [record("assistant", [{"type": "text", "text": "Raked."}], 0, "aaaaaaaa", isSidechain=True, agentId="a2")]
    (path.parent / "agent-a2.jsonl").write_bytes(lines(older))
    stranger = [record("assistant", [{"type": "text", "text": "Stolen."}], 0, "zzz", isSidechain=True, agentId="a3")]
    (path.parent / "agent-a3.jsonl").write_bytes(lines(stranger))
    whole, alone = (steno("show", str(path), *args, home=tmp_path).out for args in ((), ("--no-subagents",)))
    assert "    Dug.\n" in whole
    assert "    Raked.\n" in whole
    assert "Stolen." not in whole
    assert "Dug." not in alone
    assert "The roses are watered." in alone


def test_a_sub_agent_that_cannot_be_read_is_reported_and_the_rest_is_shown(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    folder = path.with_suffix("") / "subagents" / "x"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "agent-a1.jsonl")
    ended = steno("show", str(path), home=tmp_path)
    assert ended.code == 0
    assert "The roses are watered." in ended.out
    assert ended.err.startswith("1 SRC031")


def test_show_json_is_the_trace(tmp_path: Path) -> None:
    (trace,) = steno("show", "-", "--json", home=tmp_path, stdin=lines(dialogue("s1"))).json()
    assert trace["schema"] == "steno.show/1"
    assert trace["header"]["ids"] == {"session": ["s1"]}
    assert [event["kind"] for event in trace["events"]] == [
        "message", "thought", "tool_call", "tool_result", "message",
    ]  # fmt: skip
    assert trace["events"][0]["body"] == {"type": "text", "text": "Water the roses"}
    assert not any("residue" in event for event in trace["events"])


def test_colour_is_for_terminals_or_for_those_who_ask(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    assert "\x1b" not in steno("show", "@latest", home=tmp_path).out
    assert "\x1b[" in steno("show", "@latest", "--color", "always", home=tmp_path).out
    assert "\x1b[" in steno("show", "@latest", home=tmp_path, FORCE_COLOR="1").out
    assert "\x1b" not in steno("show", "@latest", home=tmp_path, FORCE_COLOR="1", NO_COLOR="1").out


def test_bad_lines_are_counted_on_stderr_and_shown_in_place(tmp_path: Path) -> None:
    data = lines(dialogue("s1")[:2]) + b"garbage\n{oops\n" + lines(dialogue("s1")[2:])
    ended = steno("show", "-", "-f", "claude-code", home=tmp_path, stdin=data)
    assert ended.code == 0
    assert ended.out.count("an unknown record: not JSON") == 2
    assert ended.err.startswith("2 SRC001")
    assert "The roses are watered." in ended.out
