"""`steno outline` and `steno files`."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.render.terminal import width
from tests.given import garden
from tests.given.machine import lines, record, steno
from tests.given.twins import run


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(garden.session()))
    return str(path)


def test_prompts_with_what_was_said_and_done_for_each(tmp_path: Path, log: str) -> None:
    ended = steno("outline", log, home=tmp_path, TZ="UTC")
    assert ended == (0, """\
Water the roses daily
session 5e550001-0000-4000-8000-000000000001 · 2 prompts · times in UTC

  1  Water the roses daily
     2026-01-02 03:04 · 9.0s · 4 calls, 2 failed, 2 retries
     First the plan.
       ✗ Edit ×2, Bash ×2
         ✗ Edit: plan.txt
         ↻ Edit: plan.txt
         ✗ Bash: water --roses
         ↻ Bash: water --roses
     The roses are watered daily.

  2  And the beans?
     2026-01-02 03:04 · 1.0s
     The beans have had enough.
""", "")  # fmt: skip


def test_depth_folds_and_unfolds(tmp_path: Path, log: str) -> None:
    folded = steno("outline", log, "--depth", "1", home=tmp_path).out
    assert "Edit" not in folded
    assert "4 calls, 2 failed, 2 retries" in folded
    deep = steno("outline", log, "--depth", "3", home=tmp_path).out
    assert deep.count("Bash: water --roses") == 2


def test_json_has_every_level_and_names_the_call_that_is_made_again(tmp_path: Path, log: str) -> None:
    (found,) = steno("outline", log, "--json", "--depth", "1", home=tmp_path).json()
    calls = [call for turn in found["turns"] for stage in turn["stages"] for call in stage.get("calls", [])]
    assert [(call["number"], call.get("failed", False), call.get("retry_of")) for call in calls] == [
        (3, True, None), (5, False, 3), (7, True, None), (9, False, 7),
    ]  # fmt: skip
    assert calls[0]["trouble"] == "String to replace not found in file."
    assert [turn["prompt"] for turn in found["turns"]] == ["Water the roses daily", "And the beans?"]


def test_tokens_are_those_of_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(lines(run("aaaa", ("asks", "One"), ("says", "1"), ("asks", "Two"), ("says", "2"), ("says", "3"))))
    (found,) = steno("outline", str(path), "--json", home=tmp_path).json()
    assert [(turn["tokens"], turn["output_tokens"]) for turn in found["turns"]] == [(15, 5), (30, 10)]


def test_a_sub_agent_stands_under_the_call_that_started_it(tmp_path: Path) -> None:
    started = {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": {"description": "Look", "prompt": "Look"}}
    folder = tmp_path / "log" / "subagents"
    folder.mkdir(parents=True)
    (tmp_path / "log.jsonl").write_bytes(lines([
        record("user", "Go", 0, "log"), record("assistant", [started], 1, "log"),
        record("user", [garden.result("toolu_1", "seen")], 2, "log", toolUseResult={"agentId": "abc"}),
    ]))  # fmt: skip
    more = {"isSidechain": True, "agentId": "abc"}
    (folder / "agent-abc.jsonl").write_bytes(lines([
        record("user", "Look", 0, "log", **more), record("assistant", [garden.water("toolu_2", "x")], 1, "log", **more),
        record("user", [garden.result("toolu_2", "wet")], 2, "log", **more),
    ]))  # fmt: skip
    path = str(tmp_path / "log.jsonl")
    assert "1 sub-agent: 1 call" in steno("outline", path, home=tmp_path).out
    deep = steno("outline", path, "--depth", "5", home=tmp_path).out.splitlines()
    assert deep[-3:] == ["       ▸ Task: Look", "         sub-agent abc: 1 call", "             ▸ Bash: water --roses"]
    assert "Bash" not in steno("outline", path, "--no-subagents", "--depth", "9", home=tmp_path).out


HOSTILE = "\x1b[31m\u202e" + "x" * 100


@pytest.mark.parametrize("command", [("outline", "--depth", "3"), ("files",), ("files", "--calls")])
def test_hostile_text_is_shown_and_never_obeyed(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(run(
        "aaaa", ("asks", HOSTILE), ("says", HOSTILE),
        ("calls", "Write", {"file_path": HOSTILE, "content": "x"}, HOSTILE),
    )))  # fmt: skip
    ended = steno(*command, str(path), home=tmp_path)
    assert ended.code == 0
    assert not {"\x1b", "\u202e"} & set(ended.out)
    assert "x" * 20 in ended.out
    if command[0] == "outline":
        assert max(map(width, ended.out.splitlines())) <= 80


# Files


def test_files_with_what_became_of_them(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(run(
        "aaaa", ("asks", "Go"), ("calls", "Read", {"file_path": "{cwd}/a.py"}, "one\ntwo"),
        ("calls", "Edit", {"file_path": "{cwd}/a.py", "old_string": "one", "new_string": "1\n2"}, "ok"),
        ("calls", "Edit", {"file_path": "{cwd}/b.py", "old_string": "x", "new_string": "y"}, "not found", True),
        ("calls", "Write", {"file_path": "/etc/c.conf", "content": "c"}, "ok"),
    )))  # fmt: skip
    ended = steno("files", str(path), home=tmp_path, TZ="UTC")
    assert ended == (0, """\
FILE         STATE    READ  WRITTEN  FAILED  LINES  LAST
a.py         changed     1        1          +2 -1  2026-01-02 03:00
b.py         failed                       1         2026-01-02 03:00
/etc/c.conf  changed              1              ?  2026-01-02 03:00

3 files, 2 changed: +2 -1 or more
""", "")  # fmt: skip
    (found,) = steno("files", str(path), "--json", home=tmp_path).json()
    assert [(each["path"], each["state"], each["added"], each["lower_bound"]) for each in found["files"]] == [
        ("a.py", "changed", 2, False), ("b.py", "failed", 0, False), ("/etc/c.conf", "changed", 0, True),
    ]  # fmt: skip
    assert [touch["result"] for touch in found["files"][0]["touches"]] == ["read", "changed"]


def test_every_call_on_a_file_has_a_line_where_that_is_asked_for(tmp_path: Path, log: str) -> None:
    ended = steno("files", log, "--calls", home=tmp_path, TZ="UTC")
    assert [line.split() for line in ended.out.splitlines()[1:]] == [
        ["plan.txt", "3", "2026-01-02", "03:04:01", "Edit", "failed"],
        ["plan.txt", "5", "2026-01-02", "03:04:03", "Edit", "changed", "+1", "-1"],
    ]


def test_a_session_that_touched_no_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(run("aaaa", ("asks", "Hello"), ("says", "Hello."))))
    ended = steno("files", str(path), home=tmp_path)
    assert ended == (0, "No file was read or changed by a call that names it.\n", "")
