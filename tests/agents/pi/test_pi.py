"""What Pi's entries say: a tree, the human's words apart from the program's, and turns that were cut short."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Lifecycle, Text, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "pi"


def read(name: str, format: str = "pi") -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats[format].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / name).read_bytes()), Place(), found.append)
    assert found == []
    return trace


@pytest.fixture(scope="module")
def tree() -> Trace:
    return read("tree.jsonl")


def of(trace: Trace, native: str) -> list[Event]:
    line = next(event.origin for event in trace.events if event.native == native)
    return [event for event in trace.events if event.origin.line == line.line]  # type: ignore[union-attr]


def test_an_entry_names_the_one_that_it_follows(tree: Trace) -> None:
    assert [of(tree, id)[0].parent for id in ("a000000a", "a000000c", "a000000f")] == ["a0000009"] * 3


def test_a_skill_in_a_prompt_is_the_programs_and_the_rest_the_humans(tree: Trace) -> None:
    said = [(event.actor, event.body.text) for event in of(tree, "a0000003") if isinstance(event.body, Text)]
    assert said[-1] == ("human", "Which apple trees are sick?")
    assert [actor for actor, _ in said] == ["program", "human"]


def test_a_turn_that_was_cut_short_says_so_and_keeps_its_call(tree: Trace) -> None:
    call, end = of(tree, "a000000b")
    assert (call.kind, end.kind, end.signs.lifecycle) == (
        Kind.TOOL_CALL,
        Kind.LIFECYCLE,
        LifecycleKind.INTERRUPTION,
    )
    (failed,) = of(tree, "a000000d")
    assert (failed.signs.lifecycle, failed.body) == (
        LifecycleKind.ERROR,
        Lifecycle("message.assistant.error", "529 overloaded"),
    )


def test_an_answer_in_which_nothing_stands_is_counted_with_its_tokens(tree: Trace) -> None:
    (empty,) = of(tree, "a000000e")
    assert (empty.kind, empty.response) == (Kind.LIFECYCLE, "msg_01C")
    total = sums(requests(tree))
    assert (total.requests, total.input, total.cache_read, total.output) == (5, 866, 9206, 112)


def test_a_command_of_the_humans_own_begins_no_turn(tree: Trace) -> None:
    (command,) = of(tree, "a0000008")
    assert (command.actor, command.body.text, command.signs.exit) == ("human", "git status --short", 0)  # type: ignore[union-attr]
    assert max(event.turn for event in tree.events if event.turn is not UNSET) == 3


def test_the_header_says_which_session_it_is_and_which_it_was_forked_from(tree: Trace) -> None:
    assert tree.header.ids["session"] == ("0190a1b2-0000-7000-8000-000000000001",)
    assert tree.header.ids["forked_from"][0].endswith("000000000000.jsonl")
    assert (tree.header.title, tree.header.environment) == ("Sick trees", {"cwd": ["/home/ana/orchard"]})


def test_entries_without_ids_are_read_in_the_order_of_the_file() -> None:
    trace = read("without_ids.jsonl")
    assert trace.header.ids["session"] == ("3d2c1b0a-1111-4222-8333-444455556666",)
    assert [event.turn for event in trace.events if event.kind is Kind.MESSAGE] == [1, 1]
    assert sums(requests(trace)).requests == 2


def test_sessions_are_found_in_the_agents_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".pi/agent/sessions/--home-ana-orchard--"
    folder.mkdir(parents=True)
    (folder / "2026-05-04T09-00-00-000Z_0190a1b2.jsonl").write_bytes((FIXTURES / "tree.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == ("pi", "0190a1b2", 3, "Sick trees")
