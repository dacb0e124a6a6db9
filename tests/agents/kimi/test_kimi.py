"""What Kimi's logs say: prompts that stand twice, calls in pieces, sub-agents inside the log and beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Text, ToolCall, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "kimi"


def read(name: str) -> Trace:
    found: list[Diagnostic] = []
    with (FIXTURES / name).open("rb") as stream:
        (trace,) = pipeline.read(stream, Place(str(FIXTURES / name)), found.append, "kimi")
    return trace


@pytest.fixture(scope="module")
def code() -> Trace:
    return read("code.jsonl")


@pytest.fixture(scope="module")
def wire() -> Trace:
    return read("wire.jsonl")


def said(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(event.actor, event.body.text) for event in events if isinstance(event.body, Text)]


def test_a_prompt_that_comes_again_as_a_message_is_an_echo(code: Trace) -> None:
    echoes = [event for event in code.events if event.echo_of is not UNSET]
    first = {event.uid: event for event in code.events}
    assert [first[str(echo.echo_of)].origin.line for echo in echoes] == [4, 20]  # type: ignore[union-attr]
    assert [words for actor, words in said(code.events) if actor == "human"] == [
        "Which beds are dry?",
        "Only the north.",
    ]


def test_what_the_program_puts_in_the_users_place_begins_no_turn(code: Trace) -> None:
    program = [words for actor, words in said(code.events) if actor == "program"]
    assert program[1:] == ["A task of the garden ended.", "Be short.", "The cron job began."]
    assert program[0].startswith("<system-reminder>")
    assert max(event.turn for event in code.events if event.turn is not UNSET) == 2


def test_tokens_are_counted_once_though_the_end_of_a_step_says_them_too(code: Trace) -> None:
    total = sums(requests(code))
    assert (total.requests, total.input, total.output, total.cache_read, total.cache_write) == (1, 90, 12, 400, 7)


def test_what_became_of_the_context_is_told(code: Trace) -> None:
    names = [event.body.name for event in code.events if event.signs.lifecycle is LifecycleKind.COMPACTION]  # type: ignore[union-attr]
    assert names == ["context.apply_compaction"]
    (failed,) = [event for event in code.events if event.signs.lifecycle is LifecycleKind.ERROR]
    assert failed.body.text == "The provider is away."  # type: ignore[union-attr]


def test_the_arguments_of_a_call_in_pieces_are_whole(wire: Trace) -> None:
    calls = [event.body.arguments for event in wire.events if isinstance(event.body, ToolCall)]
    assert calls == [
        '{"command": "beds --dry"}',
        '{"description": "Walk the beds", "prompt": "Walk."}',
        '{"path": "beds.md"}',
    ]


def test_what_a_sub_agent_did_inside_the_log_is_of_its_span(wire: Trace) -> None:
    own = [event for event in wire.events if event.span == "a1b2"]
    assert said(own) == [("parent", "Walk."), ("model@a1b2", "The north bed is dry.")]
    (started,) = [event for event in wire.events if event.child_run == "a1b2"]
    assert (started.kind, started.call) == (Kind.TOOL_RESULT, "tool_b")


def test_what_is_said_in_one_step_is_one_response(wire: Trace) -> None:
    steps = [event.response for event in wire.events if event.kind is Kind.TOOL_CALL]
    assert steps == ["3", "15", "18"]


def test_the_title_stands_in_a_file_beside() -> None:
    assert read("titled/main.jsonl").header.title == "Dry beds"


def _stored(home: Path, **files: str) -> None:
    for name, sample in files.items():
        path = home / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((FIXTURES / sample).read_bytes())


def test_of_two_recordings_of_a_session_the_wire_is_listed(tmp_path: Path) -> None:
    folder = ".kimi__sessions__9f__"
    _stored(tmp_path, **{f"{folder}u-1__wire.jsonl": "wire.jsonl", f"{folder}u-1__context.jsonl": "context.jsonl"})
    _stored(tmp_path, **{f"{folder}u-2__context.jsonl": "context.jsonl", f"{folder}old.jsonl": "context.jsonl"})
    rows = steno("ls", "--json", home=tmp_path).json()
    assert sorted((row["agent"], row["id"]) for row in rows) == [("kimi", "old"), ("kimi", "u-1"), ("kimi", "u-2")]
    assert sum(row["path"].endswith("wire.jsonl") for row in rows) == 1


def test_a_wire_beside_that_of_main_is_a_sub_agents(tmp_path: Path) -> None:
    folder = ".kimi-code__sessions__wd_garden_1__session_7__"
    _stored(
        tmp_path,
        **{
            f"{folder}agents__main__wire.jsonl": "code.jsonl",
            f"{folder}agents__agent-0__wire.jsonl": "titled/main.jsonl",
        },
    )
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"]) == ("kimi", "session_7")
    shown = steno("show", "session_7", home=tmp_path).out
    assert "sub-agent" in shown
