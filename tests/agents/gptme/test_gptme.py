"""What gptme's messages say: the program's words are no human's, and calls stand in texts."""

from __future__ import annotations

from pathlib import Path

from steno.model import Kind, Role
from tests.given.machine import steno
from tests.given.sessions import FIXTURES, of, one, said, spent


def test_what_a_command_printed_is_the_programs() -> None:
    trace = one("gptme", "conversation.jsonl")
    assert said(trace, "human") == ["How many hives are there?"]
    assert [each.role for each in of(trace, Kind.MESSAGE)] == [
        Role.SYSTEM,
        Role.USER,
        Role.ASSISTANT,
        Role.SYSTEM,
        Role.ASSISTANT,
        Role.ASSISTANT,
    ]
    assert not of(trace, Kind.TOOL_CALL)


def test_input_does_not_include_what_the_cache_gave() -> None:
    total = spent(one("gptme", "conversation.jsonl"))
    assert (total.requests, total.input, total.cache_read, total.prompt, total.output) == (3, 73, 16, 91, 15)


def test_conversations_are_found_in_the_agents_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".local/share/gptme/logs/2026-03-04-hives"
    folder.mkdir(parents=True)
    (folder / "conversation.jsonl").write_bytes((FIXTURES / "gptme/conversation.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"]) == ("gptme", "2026-03-04-hives", 1)
