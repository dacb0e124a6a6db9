"""`steno record` runs an agent with its hooks on and says what it had.

No agent is installed where the tests run: a stand-in does what the agents' own documentation says of hooks.  It reads
the settings it is given and the user's own, and runs each command by a shell with the event on standard input.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.given.machine import Ended, dialogue, lines, steno
from tests.given.timing import PATIENCE

SESSION = "4f1c2d3e-0000-4000-8000-00000000c0de"

CLAUDE = r"""
import json, os, subprocess, sys, pathlib
home, here = pathlib.Path(os.environ["HOME"]), pathlib.Path.cwd()
given = [sys.argv[at + 1] for at, word in enumerate(sys.argv) if word == "--settings"]
files = [home / ".claude/settings.json", here / ".claude/settings.json", *map(pathlib.Path, given)]
hooks = {}
for path in files:
    if path.exists():
        for event, groups in json.loads(path.read_text()).get("hooks", {}).items():
            hooks.setdefault(event, []).extend(handler for group in groups for handler in group["hooks"])
session = os.environ.get("SESSION_ID")
transcript = home / ".claude/projects/-srv-garden" / f"{session}.jsonl"

def tell(event, **more):
    said = {"session_id": session, "transcript_path": str(transcript), "cwd": str(here), "hook_event_name": event}
    for handler in hooks.get(event, []):
        done = subprocess.run(handler["command"], shell=True, input=json.dumps(said | more).encode(),
                              capture_output=True, timeout=handler["timeout"])
        if (done.returncode, done.stdout, done.stderr) != (0, b"", b""):
            sys.exit(f"a hook disturbs: {done}")

tell("SessionStart", source="startup")
tell("UserPromptSubmit", prompt="Water the roses")
tool = {"tool_name": "Write", "tool_input": {"file_path": "roses.txt", "content": "wet"}, "tool_use_id": "toolu_1"}
tell("PreToolUse", **tool)
(here / "roses.txt").write_text("wet")
tell("PostToolUse", **tool, tool_response={"type": "create"})
tell("Stop", stop_hook_active=False, last_assistant_message="Done.")
tell("SessionEnd", reason="exit")
print("the agent says", sys.argv[-1])
sys.exit(int(os.environ.get("CODE", "0")))
"""

CODEX = r"""
import json, os, subprocess, sys, tomllib
settings = [tomllib.loads(sys.argv[at + 1]) for at, word in enumerate(sys.argv) if word == "-c"]
said = {"type": "agent-turn-complete", "thread-id": "t-1", "turn-id": "1", "cwd": os.getcwd(),
        "input-messages": ["Water the roses"], "last-assistant-message": "Done."}
for setting in settings:
    subprocess.run([*setting["notify"], json.dumps(said)], stdin=subprocess.DEVNULL, check=True)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with the stand-ins, and a project that is the current folder."""
    place = tmp_path / "project"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("STENO_HOOKS", raising=False)
    for name, source in (("claude", CLAUDE), ("codex", CODEX)):
        program = tmp_path / name
        program.write_text(f"#!{sys.executable} -I\n{source}")
        program.chmod(0o755)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def transcript(home: Path) -> Path:
    path = home / ".claude" / "projects" / "-srv-garden" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(lines(dialogue(SESSION)))
    return path


def record(home: Path, *words: str, **environ: str) -> Ended:
    return steno("record", *words, home=home, stdin=b"", SESSION_ID=SESSION, **environ)


def log(home: Path, name: str = f"claude-code/{SESSION}.jsonl") -> Path:
    return home / ".local" / "share" / "steno" / "hooks" / name


def names(path: Path) -> list[str]:
    return [json.loads(line)["event"]["hook_event_name"] for line in path.read_text().splitlines()]


ALL = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"]


def test_a_run_leaves_a_log_and_says_how_to_see_it(home: Path) -> None:
    path = transcript(home)
    ended = record(home, "--", str(home.parent / "claude"), "-p", "water")
    assert (ended.code, ended.out) == (0, "")  # what the agent prints goes to the terminal itself
    assert names(log(home)) == ALL
    assert ended.err.splitlines() == [
        f"session {SESSION}: 6 events",
        f"  hook log    {log(home)}",
        f"  transcript  {path}",
        f"  to see it   steno show {SESSION}",
    ]
    assert not (home / ".claude" / "settings.json").exists()


def test_the_log_of_a_run_shows_what_became_of_the_file(home: Path) -> None:
    record(home, "--", str(home.parent / "claude"))
    shown = steno("show", str(log(home)), home=home)
    assert shown.code == 0
    assert [word in shown.out for word in ("Water the roses", "roses.txt", "missing", "Done.")] == [True] * 4
    blobs = log(home).parent.parent / "blobs"
    assert [path.read_text() for path in blobs.iterdir()] == ["wet"]


def test_hooks_that_are_installed_are_used_and_not_doubled(home: Path) -> None:
    steno("hook", "install", "claude-code", home=home)
    record(home, "--", str(home.parent / "claude"), "--settings", "/dev/null/none")
    assert names(log(home)) == ALL


def test_settings_of_ones_own_leave_no_room_and_the_error_says_so(home: Path) -> None:
    ended = record(home, "--", str(home.parent / "claude"), "--settings", "mine.json")
    assert (ended.code, "steno hook install claude-code" in ended.err) == (2, True)
    assert not log(home).exists()


def test_the_exit_code_is_the_agents(home: Path) -> None:
    assert record(home, "--", str(home.parent / "claude"), CODE="7").code == 7


def test_a_file_that_cannot_be_written_is_said_before_the_agent_starts(home: Path) -> None:
    ended = record(home, "-o", str(home / "nowhere" / "x.json"), "--", str(home.parent / "claude"))
    assert (ended.code, ended.err) == (2, f"steno: cannot write {home}/nowhere/x.json: its folder does not exist\n")
    assert not log(home).exists()


def test_an_export_that_fails_does_not_hide_the_agents_exit_code(home: Path) -> None:
    (home / "folder").mkdir()
    ended = record(home, "-o", str(home / "folder"), "--", str(home.parent / "claude"), CODE="7")
    assert ended.code == 7
    assert f"steno: cannot write {home}/folder: " in ended.err


def test_a_trace_is_exported_from_the_agents_own_record(home: Path) -> None:
    transcript(home)
    out = home / "trace.json"
    ended = record(home, "-o", str(out), "--", str(home.parent / "claude"))
    assert ended.code == 0, ended.err
    trace = json.loads(out.read_bytes())
    assert "The roses are watered." in json.dumps(trace)
    assert oct(out.stat().st_mode & 0o777) == "0o600"


def test_without_the_agents_own_record_the_hook_log_is_exported(home: Path) -> None:
    out = home / "trace.json"
    assert record(home, "-o", str(out), "--", str(home.parent / "claude")).code == 0
    assert "Done." in out.read_text()


def test_codex_tells_the_end_of_its_turns(home: Path) -> None:
    ended = record(home, str(home.parent / "codex"), "exec", "water")
    path = log(home, "codex/t-1.jsonl")
    assert ended.err.splitlines() == [
        "the hooks are not installed, so Codex reports only the end of each turn",
        "session t-1: 1 event",
        f"  hook log    {path}",
        f"  to see it   steno show {path}",
    ]
    assert "Water the roses" in steno("show", str(path), home=home).out


def test_a_command_that_is_no_known_agent_is_refused(home: Path) -> None:
    ended = record(home, "--", "true")
    assert (ended.code, "--agent" in ended.err) == (2, True)


def test_an_agent_that_says_nothing_is_mentioned(home: Path) -> None:
    ended = record(home, "--agent", "claude-code", "--", "true")
    assert (ended.code, "no events from the hooks of claude-code" in ended.err) == (0, True)


def test_a_command_that_cannot_be_started_is_an_error(home: Path) -> None:
    ended = record(home, "--", str(home / "claude"))
    assert (ended.code, "cannot start" in ended.err) == (2, True)


def test_input_output_and_signals_are_the_agents(home: Path) -> None:
    agent = home / "claude"
    agent.write_text(
        "#!/bin/sh\nread word\necho \"got $word\"\ntrap 'echo bye; exit 5' TERM\nwhile :; do sleep 0.05; done\n"
    )
    agent.chmod(0o755)
    environ = {**os.environ, "HOME": str(home)}
    with subprocess.Popen(
        [sys.executable, "-m", "steno", "record", "--", str(agent)],
        env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        assert child.stdin
        assert child.stdout
        child.stdin.write(b"word\n")
        child.stdin.flush()
        assert child.stdout.readline() == b"got word\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGTERM)
        out, _ = child.communicate(timeout=PATIENCE)
        assert (out, child.returncode) == (b"bye\n", 5)
