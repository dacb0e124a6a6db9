"""The head of a session: the command that goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno import registry
from steno.api.convert import Conversion, convert_session
from steno.api.view import Desk
from steno.viewer.summary import Summary
from tests.given.machine import dialogue, lines
from tests.given.page import world

ID = "11111111-1111-4111-8111-111111111111"


def resume(path: Path) -> str | None:
    desk = Desk(world(path.parent))
    key = desk.named(str(path))
    desk.opened(key).whole()
    found = desk.summary(key)
    assert isinstance(found, Summary)
    return found.resume


def log(folder: Path, id: str) -> Path:
    path = folder / "log.jsonl"
    path.write_bytes(lines(dialogue(id)))
    return path


def test_a_session_says_the_command_of_its_agent_that_goes_on_with_it(tmp_path: Path) -> None:
    assert resume(log(tmp_path, ID)) == f"claude --resume {ID}"


@pytest.mark.parametrize("id", ["a; rm -rf .", "$(reboot)", "--help", "a b", "a\nb", "'", "x" * 300])
def test_an_id_that_a_shell_would_read_otherwise_makes_no_command(tmp_path: Path, id: str) -> None:
    assert resume(log(tmp_path, id)) is None


def test_a_trace_that_was_converted_is_no_log_of_the_agent(tmp_path: Path) -> None:
    """Its agent has the session no more than anybody else."""
    path = tmp_path / "trace.jsonl"
    with path.open("wb") as stream:
        convert_session(world(tmp_path), str(log(tmp_path, ID)), Conversion(to="open-token"), stream)
    assert resume(path) is None


def test_every_command_names_the_session_and_nothing_else() -> None:
    commands = [each.resume for each in (registry.agents[name] for name in registry.agents.names()) if each.resume]
    assert len(commands) >= 4
    assert all(each.format(id="ID").count("ID") == 1 and "{" not in each.format(id="ID") for each in commands)
    assert len(set(commands)) == len(commands)  # a twin has a program of its own
