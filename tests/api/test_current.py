"""`@current`: the session in which the caller runs, as its agent tells it; never a guess."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from steno import registry
from steno.api.inputs import resolver
from steno.api.world import World
from steno.errors import NotFound
from tests.given.machine import claude, dialogue, steno
from tests.given.served import pi

ONE = "11111111-0000-4000-8000-000000000000"
TWO = "22222222-0000-4000-8000-000000000000"
THREAD = "33333333-0000-7000-8000-000000000000"


def world(home: Path, environ: Mapping[str, str] | None = None, said: object = None, folder: Path = Path()) -> World:
    given = io.BytesIO(b"" if said is None else said if isinstance(said, bytes) else json.dumps(said).encode())
    return World(
        environ=environ or {},
        home=home,
        folder=folder,
        clock=lambda: datetime(2026, 1, 2, tzinfo=UTC),
        stdin=lambda: given,
    )


def own(*args: object, **more: object) -> Path | None:
    return resolver(world(*args, **more))("@current").path  # type: ignore[arg-type]


def rollout(home: Path, id: str) -> Path:
    path = home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{id}.jsonl"
    path.parent.mkdir(parents=True)
    meta = {"id": id, "timestamp": "2026-01-02T03:04:05Z", "cwd": "/srv/garden", "cli_version": "0.150.0"}
    path.write_text(json.dumps({"timestamp": "2026-01-02T03:04:05Z", "type": "session_meta", "payload": meta}) + "\n")
    return path


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """Two sessions of one folder, the second long after the first."""
    return claude(tmp_path, ONE, age=5_000), claude(tmp_path, TWO)


def test_the_environment_of_a_tool_names_the_session_also_where_another_is_newer(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    assert own(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE}) == two[0]


def test_a_thread_is_found_by_the_variable_of_its_own_agent(tmp_path: Path, two: tuple[Path, Path]) -> None:
    thread = rollout(tmp_path, THREAD)
    assert own(tmp_path, {"CODEX_THREAD_ID": THREAD}) == thread
    with pytest.raises(NotFound, match="CODEX_THREAD_ID names session"):
        own(tmp_path, {"CODEX_THREAD_ID": ONE})


def test_a_hook_names_the_session_by_the_path_of_its_transcript(tmp_path: Path, two: tuple[Path, Path]) -> None:
    said = {"session_id": ONE, "transcript_path": str(two[0]), "hook_event_name": "Stop"}
    assert own(tmp_path, said=said) == two[0]


def test_a_hook_whose_transcript_is_not_there_names_the_session_by_its_id(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    said = {"session_id": ONE, "transcript_path": str(tmp_path / "gone.jsonl")}
    assert own(tmp_path, said=said) == two[0]
    assert own(tmp_path, said={"session_id": ONE, "transcript_path": None}) == two[0]


def test_an_id_without_a_log_is_an_error_and_no_other_session_is_taken(tmp_path: Path, two: tuple[Path, Path]) -> None:
    with pytest.raises(NotFound, match="CLAUDE_CODE_SESSION_ID names session 'gone', of which no log is found"):
        own(tmp_path, {"CLAUDE_CODE_SESSION_ID": "gone"}, folder=Path("/srv/garden"))


def test_the_beginning_of_an_id_is_not_enough(tmp_path: Path, two: tuple[Path, Path]) -> None:
    with pytest.raises(NotFound, match="no log is found"):
        own(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE[:8]})


def test_an_agent_that_was_started_by_another_is_an_error_that_lists_both(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    thread = rollout(tmp_path, THREAD)
    with pytest.raises(NotFound) as caught:
        own(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE, "CODEX_THREAD_ID": THREAD})
    assert "may be any of 2 sessions" in str(caught.value)
    assert str(two[0]) in str(caught.value)
    assert str(thread) in str(caught.value)
    with pytest.raises(NotFound, match="may be any of 2 sessions"):
        own(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE}, said={"session_id": TWO, "transcript_path": str(two[1])})


def test_hook_and_environment_that_agree_name_one_session(tmp_path: Path, two: tuple[Path, Path]) -> None:
    said = {"session_id": ONE, "transcript_path": str(two[0])}
    assert own(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE}, said=said) == two[0]


def test_where_nobody_says_it_the_last_written_in_the_same_folder_is_meant(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    elsewhere = claude(tmp_path, THREAD, dialogue(THREAD, cwd="/srv/orchard"))
    os.utime(elsewhere, (1_700_009_000, 1_700_009_000))
    assert own(tmp_path, folder=Path("/srv/garden")) == two[1]


def test_two_that_were_written_together_in_one_folder_are_an_error_that_lists_them(tmp_path: Path) -> None:
    one, other = claude(tmp_path, ONE, age=30), claude(tmp_path, TWO)
    with pytest.raises(NotFound) as caught:
        own(tmp_path, folder=Path("/srv/garden"))
    assert "may be any of 2 sessions in this folder" in str(caught.value)
    assert str(one) in str(caught.value)
    assert str(other) in str(caught.value)


def test_in_a_folder_without_sessions_there_is_none(tmp_path: Path, two: tuple[Path, Path]) -> None:
    with pytest.raises(NotFound, match="none began in /srv/orchard"):
        own(tmp_path, folder=Path("/srv/orchard"))


@pytest.mark.parametrize("said", [b'{"half', b'{"tool_name": "Bash"}'])
def test_json_that_is_no_input_of_a_hook_is_an_error(tmp_path: Path, two: tuple[Path, Path], said: bytes) -> None:
    with pytest.raises(NotFound, match="standard input"):
        own(tmp_path, said=said, folder=Path("/srv/garden"))


def test_what_is_no_json_stays_on_standard_input_for_the_command(tmp_path: Path, two: tuple[Path, Path]) -> None:
    given = world(tmp_path, {"CLAUDE_CODE_SESSION_ID": ONE}, said=b"q\n")
    assert resolver(given)("@current").path == two[0]
    assert given.stdin().read() == b"q\n"


def test_a_hook_may_be_asked_twice(tmp_path: Path, two: tuple[Path, Path]) -> None:
    given = world(tmp_path, said={"session_id": ONE, "transcript_path": str(two[0])})
    assert resolver(given)("@current") == resolver(given)("@current")


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path, two: tuple[Path, Path]) -> None:
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "CLAUDE_CODE_SESSION_ID": ONE}
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "steno", "export", "@current"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["open_token_version"] == "0.1"  # its input was never closed
        assert process.wait() == 0


def test_every_variable_is_of_one_agent() -> None:
    owns = [agent.own for agent in registry.agents if agent.own is not None]
    named = [each for own in owns for each in (*own.variables, own.mark) if each]
    assert len(named) == len(set(named)) >= 9


def test_an_agent_that_says_only_that_it_is_there_is_asked_for_no_other_agent_s_session(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    older = pi(tmp_path, THREAD, "roses")  # an agent that says nothing
    os.utime(older, (1_700_000_000, 1_700_000_000))
    garden = Path("/srv/garden")
    with pytest.raises(NotFound, match="may be any of 2 sessions in this folder"):
        own(tmp_path, folder=garden)
    assert own(tmp_path, {"CLAUDECODE": "1"}, folder=garden) == two[1]
    with pytest.raises(NotFound, match="opencode does not say which session this is, and none began in /srv/garden"):
        own(tmp_path, {"OPENCODE": "1"}, folder=garden)


def test_a_variable_that_may_be_inherited_by_an_agent_that_names_no_session_is_an_error(
    tmp_path: Path, two: tuple[Path, Path]
) -> None:
    thread, garden = rollout(tmp_path, THREAD), Path("/srv/garden")
    inherited = {"CODEX_THREAD_ID": THREAD, "CLAUDECODE": "1"}
    with pytest.raises(NotFound) as caught:
        own(tmp_path, inherited, folder=garden)
    assert f"{thread} (CODEX_THREAD_ID), {two[1]} (claude-code)" in str(caught.value)
    assert own(tmp_path, inherited, folder=tmp_path) == thread  # the other has no session here
    assert own(tmp_path, {**inherited, "CODEX_THREAD_ID": ""}, folder=garden) == two[1]


def test_a_copilot_session_is_found_by_the_variable_that_its_tools_get(tmp_path: Path) -> None:
    path = tmp_path / ".copilot" / "session-state" / ONE / "events.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"type": "session.start", "data": {"sessionId": ONE}, "id": "e1"}) + "\n")
    assert own(tmp_path, {"COPILOT_AGENT_SESSION_ID": ONE, "COPILOT_CLI": "1"}) == path


TAKING = {
    "show": ["show", "@current"],
    "info": ["info", "@current"],
    "explain": ["explain", "@current"],
    "outline": ["outline", "@current"],
    "tree": ["tree", "@current"],
    "files": ["files", "@current"],
    "check": ["check", "@current"],
    "export": ["export", "@current"],
    "convert": ["convert", "@current", "-t", "awf"],
    "redact": ["redact", "@current"],
    "note": ["note", "@current", "--step", "2", "--eval", "1", "--author", "Mara", "--role", "human"],
    "review": ["review", "@current", "--author", "Mara", "--role", "human"],
    "bundle": ["bundle", "@current", "-o", "bundle"],
    "view-as": ["view-as", "sft", "@current"],
    "cost": ["cost", "@current"],
    "stats": ["stats", "@current"],
    "tail": ["tail", "@current"],
    "diff": ["diff", "@current", "@current"],
    "archive": ["archive", "@current"],
}


@pytest.mark.parametrize("name", TAKING)
def test_every_command_that_takes_a_session_takes_the_current_one(
    name: str, tmp_path: Path, two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = steno(*TAKING[name], home=tmp_path, stdin=b"q\n", CLAUDE_CODE_SESSION_ID="gone")
    assert refused.code in (2, 3, 4), refused
    assert "CLAUDE_CODE_SESSION_ID names session 'gone'" in refused.err
    ended = steno(*TAKING[name], home=tmp_path, stdin=b"q\n", CLAUDE_CODE_SESSION_ID=ONE)
    assert ended.code == 0, ended
