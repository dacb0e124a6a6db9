"""`steno hook` says what it does, shows it beforehand, and tells whether an agent's hooks are on."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from steno.agents.claude_code.hooks import EVENTS
from tests.given.machine import Ended, steno


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, and a project elsewhere that is the current folder."""
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("STENO_HOOKS", raising=False)
    return tmp_path / "home"


def hook(home: Path, *words: str, **environ: str) -> Ended:
    return steno("hook", *words, home=home, stdin=b"", GIT_CEILING_DIRECTORIES=str(home.parent), **environ)


def test_a_dry_run_shows_the_change_and_makes_none(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "model": "opus"\n}\n')
    ended = hook(home, "install", "claude-code", "--dry-run")
    lines = ended.out.splitlines()
    assert (ended.code, lines[:2]) == (0, [f"--- {settings}", f"+++ {settings}"])
    assert sum(line.startswith("+    ") for line in lines) == len(EVENTS)
    assert "would be installed" in ended.err
    assert settings.read_text() == '{\n  "model": "opus"\n}\n'
    assert not (home / ".local").exists()


def test_installing_twice_changes_nothing_the_second_time(home: Path) -> None:
    first = hook(home, "install", "claude-code", "--json")
    settings = home / ".claude" / "settings.json"
    before = settings.read_bytes()
    second = hook(home, "install", "claude-code", "--json")
    about = {"schema": "steno.hook/1", "action": "install", "agent": "claude-code", "scope": "user"}
    assert first.json() == [about | {"path": str(settings), "changed": True}]
    assert second.json() == [about | {"path": str(settings), "changed": False}]
    assert "nothing to do" in second.err
    assert settings.read_bytes() == before


def test_broken_settings_are_an_error_of_one_sentence(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{oops")
    ended = hook(home, "install", "claude-code")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "not valid JSON" in ended.err
    assert settings.read_text() == "{oops"


def test_the_command_runs_and_writes_where_status_looks(home: Path) -> None:
    hook(home, "install", "claude-code")
    value = json.loads((home / ".claude" / "settings.json").read_bytes())
    command = value["hooks"]["Stop"][0]["hooks"][0]["command"]
    event = {"session_id": "s1", "hook_event_name": "Stop"}
    subprocess.run(["/bin/sh", "-c", command], input=json.dumps(event).encode(), check=True)
    (status,) = hook(home, "status", "claude-code", "--json").json()
    last = status.pop("last")
    assert status == {
        "schema": "steno.hook/1", "agent": "claude-code", "scope": "user", "state": "installed",
        "paths": [str(home / ".claude" / "settings.json")], "commands": [command], "events": 1, "logs": 1,
    }  # fmt: skip
    assert last.endswith("Z")
    assert (home / ".local" / "share" / "steno" / "hooks" / "claude-code" / "s1.jsonl").exists()


def test_status_ends_with_1_where_something_is_to_be_done(home: Path) -> None:
    assert hook(home, "status").code == 0
    assert hook(home, "status", "codex").code == 1
    hook(home, "install", "codex")
    assert hook(home, "status", "codex").code == 0
    ended = hook(home, "status", STENO_HOOKS=str(home / "elsewhere"))
    assert (ended.code, "outdated" in ended.out) == (1, True)


def test_status_shows_every_agent_and_every_place(home: Path) -> None:
    hook(home, "install", "claude-code")
    hook(home, "install", "claude-code", "--local")
    rows = [line.split()[:3] for line in hook(home, "status").out.splitlines()[1:]]
    assert rows == [
        ["claude-code", "user", "installed"],
        ["claude-code", "local", "installed"],
        ["codex", "user", "not"],
        ["git", "project", "not"],
    ]


def test_trouble_is_pointed_at(home: Path) -> None:
    folder = home / "hooks"
    folder.mkdir()
    (folder / "trouble.log").write_text("2026-01-31T09:00:00Z claude-code OSError No space left on device\n")
    assert str(folder / "trouble.log") in hook(home, "status", STENO_HOOKS=str(folder)).err


def test_removing_gives_everything_back(home: Path) -> None:
    for name in ("claude-code", "codex"):
        hook(home, "install", name)
        assert hook(home, "remove", name).code == 0
        assert hook(home, "remove", name).code == 0
    assert [path for path in home.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("install",), "name an agent: claude-code, codex, git"),
        (("install", "codex", "--local"), "no --local"),
        (("install", "git"), "not in a git repository"),
        (("install", "emacs"), "emacs"),
        (("polish", "git"), "polish"),
    ],
)
def test_what_cannot_be_is_said(home: Path, words: tuple[str, ...], why: str) -> None:
    ended = hook(home, *words)
    assert (ended.code, why in ended.err) == (2, True), ended.err


def test_switched_off_hooks_and_a_taken_notify_are_mentioned(home: Path) -> None:
    config = home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('notify = ["bell"]\n[features]\nhooks = false\n')
    ended = hook(home, "install", "codex")
    assert "another program uses notify" in ended.err
    assert "[features] turns hooks off" in ended.err


def test_settings_that_cannot_be_understood_do_not_hide_the_others(home: Path) -> None:
    hook(home, "install", "codex")
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{oops")
    ended = hook(home, "status")
    rows = [line.split()[:3] for line in ended.out.splitlines()[1:3]]
    assert (ended.code, rows) == (1, [["claude-code", "user", "unreadable"], ["codex", "user", "installed"]])
    assert "not valid JSON" in ended.err


def test_a_folder_that_cannot_be_made_is_said_and_nothing_is_changed(home: Path) -> None:
    (home / "file").touch()
    ended = hook(home, "install", "claude-code", STENO_HOOKS=str(home / "file" / "hooks"))
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == f"steno: cannot write {home}/file/hooks/receipts: file exists\n"
    assert not (home / ".claude").exists()


def test_what_is_no_log_of_ours_does_not_hide_what_is(home: Path) -> None:
    logs = home / "hooks" / "claude-code"
    (logs / "folder.jsonl").mkdir(parents=True)
    (logs / "gone.jsonl").symlink_to(home / "nowhere")
    (logs / "s1.jsonl").write_text('{"steno_hook":1,"time":"2026-01-31T09:00:00.000000Z","agent":"claude-code"}\n')
    (status,) = hook(home, "status", "claude-code", "--json", STENO_HOOKS=str(home / "hooks")).json()
    assert (status["events"], status["logs"], status["last"]) == (1, 1, "2026-01-31T09:00:00.000000Z")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every directory")
def test_a_closed_folder_is_said_and_does_not_hide_the_others(home: Path) -> None:
    (home / "hooks").mkdir(mode=0)
    (home / ".codex").mkdir(mode=0)
    ended = hook(home, "status", STENO_HOOKS=str(home / "hooks"))
    states = [line.split()[:3] for line in ended.out.splitlines()[1:]]
    assert (ended.code, states[0], states[1]) == (
        1,
        ["claude-code", "user", "not"],
        ["codex", "user", "unreadable"],
    )
    assert f"{home}/.codex/hooks.json: permission denied" in ended.err
    assert hook(home, "install", "codex").code == 3
