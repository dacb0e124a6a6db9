"""What QwenPaw's memory says: messages in pairs, results in the system's place."""

from __future__ import annotations

from pathlib import Path

from steno import pipeline
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Role, ToolResult, Trace
from tests.given.machine import steno

FIXTURE = Path(__file__).parents[2] / "fixtures" / "qwenpaw" / "session.json"


def read() -> Trace:
    found: list[Diagnostic] = []
    with opened(FIXTURE) as stream:
        (trace,) = pipeline.read(stream, Place(str(FIXTURE)), found.append)
    assert found == []
    return trace


def test_a_result_stands_in_the_systems_place_and_answers_its_call() -> None:
    (result,) = [event for event in read().events if isinstance(event.body, ToolResult)]
    assert (result.call, result.role, result.actor) == ("w1", Role.TOOL, "tool:execute_shell_command")
    assert result.origin.pointer == "/agent/memory/content/2/0/content/0"  # type: ignore[union-attr]


def test_the_system_prompt_is_kept_apart_from_what_is_said() -> None:
    said = [(event.role, event.native) for event in read().events if event.kind is Kind.MESSAGE]
    assert [role for role, _ in said] == [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.ASSISTANT]


def test_sessions_are_found_in_the_workspaces(tmp_path: Path) -> None:
    folder = tmp_path / ".copaw/workspaces/moss/sessions/console"
    folder.mkdir(parents=True)
    (folder / "moss_1700000000000.json").write_bytes(FIXTURE.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"]) == ("qwenpaw", "moss_1700000000000", 1)
