"""What Gemini CLI's chats say: messages that grow, rewinds, histories written anew, and what a stream prints."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Text, ToolCall, ToolResult, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "gemini_cli"


def read(name: str) -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["gemini-cli"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / name).read_bytes()), Place(), found.append)
    assert found == []
    return trace


@pytest.fixture(scope="module")
def chat() -> Trace:
    return read("lines.jsonl")


def of(trace: Trace, native: str) -> list[Event]:
    return [event for event in trace.events if event.native == native and event.echo_of is UNSET]


def test_a_message_that_is_written_again_counts_once_with_its_tokens(chat: Trace) -> None:
    copies = [event for event in chat.events if event.native == "m03" and event.residue is not UNSET]
    assert [event.echo_of is UNSET for event in copies] == [False, True]
    assert copies[0].echo_of == copies[1].uid
    total = sums(requests(chat))
    assert (total.requests, total.input, total.cache_read, total.output, total.reasoning) == (3, 2500, 1000, 34, 32)


def test_thoughts_are_paid_for_as_output_is(chat: Trace) -> None:
    assert [each.output for each in requests(chat)] == [50, 6, 10]


def test_a_result_stands_in_the_record_of_its_call_and_has_its_own_time(chat: Trace) -> None:
    calls = [event.call for event in of(chat, "m03") if isinstance(event.body, ToolCall)]
    results = {event.call: event for event in of(chat, "m03") if isinstance(event.body, ToolResult)}
    assert calls == ["sh-1", "rd-1", "ed-1", "pic-1", "ag-1", "sh-2"]
    assert results.keys() == set(calls) - {"ag-1"}
    assert (results["rd-1"].body.content, results["rd-1"].body.error) == ("File not found.", True)  # type: ignore[union-attr]
    assert results["rd-1"].time == "2026-05-02T08:00:10.500Z"
    assert isinstance(results["pic-1"].body.content, list)  # type: ignore[union-attr]


def test_exit_codes_and_cancelled_calls_are_recognised(chat: Trace) -> None:
    results = {event.call: event.signs for event in of(chat, "m03") if isinstance(event.body, ToolResult)}
    assert (results["sh-1"].exit, results["sh-2"].interrupted) == (2, True)


def test_files_that_a_prompt_names_are_the_programs_words(chat: Trace) -> None:
    said = [(event.actor, event.body.text) for event in of(chat, "m02") if isinstance(event.body, Text)]
    assert [actor for actor, _ in said] == ["human", *["program"] * 4]
    assert said[3][1].startswith("hive,kg")


@pytest.mark.parametrize(
    ("native", "actors"), [("m05", ["program"]), ("m09", ["human", "program"]), ("s01", ["program"])]
)
def test_what_the_program_writes_in_the_humans_place_is_its_own(chat: Trace, native: str, actors: list[str]) -> None:
    assert [event.actor for event in of(chat, native) if isinstance(event.body, Text)] == actors


def test_prompts_alone_begin_turns(chat: Trace) -> None:
    assert max(event.turn for event in chat.events if event.turn is not UNSET) == 3


def test_a_rewind_makes_a_branch(chat: Trace) -> None:
    assert [of(chat, id)[0].parent for id in ("m07", "m08", "m09")] == ["m06", "m07", "m06"]


def test_a_history_that_is_written_anew_is_a_compaction_and_says_nothing_twice(chat: Trace) -> None:
    compactions = [event for event in chat.events if event.signs.lifecycle is LifecycleKind.COMPACTION]
    assert len(compactions) == 2
    assert [of(chat, id)[0].parent for id in ("s01", "s03", "m13")] == [UNSET, "s02", "m09"]
    assert sum(event.body == Text("It is yellow now.") for event in chat.events) == 1


def test_a_cancelled_request_is_an_interruption_and_an_error_an_error(chat: Trace) -> None:
    assert [of(chat, id)[0].signs.lifecycle for id in ("m08", "m11", "m01")] == [
        LifecycleKind.INTERRUPTION,
        LifecycleKind.ERROR,
        UNSET,
    ]


def test_the_header_says_which_session_it_is_and_what_it_is_about(chat: Trace) -> None:
    assert chat.header.ids["session"] == ("7c1d0a52-3f1e-4d0b-9a61-000000000001",)
    assert (chat.header.title, read("document.json").header.title) == ("Painting the north hive", "Jars that are left")


def test_the_prompts_of_a_sub_agent_are_its_parents() -> None:
    (prompt,) = of(read("subagent.jsonl"), "c01")
    assert (prompt.actor, prompt.turn) == ("parent", UNSET)


def test_pieces_of_an_answer_that_follow_one_another_are_one_text() -> None:
    trace = read("stream.jsonl")
    said = [event.body.text for event in trace.events if isinstance(event.body, Text) and event.kind is Kind.MESSAGE]
    assert said == ["List the frames.", "I list them.", "Two frames."]
    total = sums(requests(trace))
    assert (total.requests, total.input, total.cache_read, total.output) == (1, 800, 300, 60)


def test_sub_agents_are_folded_under_the_session_that_started_them(tmp_path: Path) -> None:
    chats = tmp_path / ".gemini/tmp/apiary/chats"
    (chats / "7c1d0a52-3f1e-4d0b-9a61-000000000001").mkdir(parents=True)
    (chats / "session-2026-05-02T08-00-7c1d0a52.jsonl").write_bytes((FIXTURES / "lines.jsonl").read_bytes())
    child = chats / "7c1d0a52-3f1e-4d0b-9a61-000000000001" / "7c1d0a52-child.jsonl"
    child.write_bytes((FIXTURES / "subagent.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == (
        "gemini-cli",
        "7c1d0a52",
        3,
        "Painting the north hive",
    )
    assert row["subagents"] == 1
