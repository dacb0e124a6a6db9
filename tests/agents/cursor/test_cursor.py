"""What Cursor's stores and transcripts say: conversations in their order, what was taken back, and what is missing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Role, Text, ToolCall, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "cursor"


def read(name: str) -> tuple[dict[str, Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = registry.formats["cursor"].reader
    assert reader is not None
    with opened(FIXTURES / name) as stream:
        traces = list(reader.read(stream, Place(str(FIXTURES / name)), found.append))
    return {str(trace.header.title): trace for trace in traces}, found


def said(trace: Trace) -> list[tuple[str, str]]:
    messages = [event for event in trace.events if isinstance(event.body, Text)]
    return [(event.actor.partition(":")[0], event.body.text.strip()) for event in messages]  # type: ignore[union-attr]


def of(trace: Trace, kind: Kind) -> list[Event]:
    return [event for event in trace.events if event.kind is kind]


@pytest.fixture(scope="module")
def store() -> dict[str, Trace]:
    return read("state.vscdb")[0]


def test_bubbles_come_as_their_composer_lists_them_and_those_it_does_not_list_are_not_counted(
    store: dict[str, Trace],
) -> None:
    roof = store["The roof"]
    assert said(roof) == [("human", "Mend the roof."), ("model", "I look.")]
    assert [event.native for event in roof.events if event.native is not UNSET] == [
        "b1",
        "b2",
        "b3",
        "b3",
        "b3",
        "b4",
        "b5",
        "b6",
    ]
    assert roof.header.ids["session"] == ("cmp-1",)


def test_a_call_and_its_result_stand_in_one_bubble(store: dict[str, Trace]) -> None:
    first, second = of(store["The roof"], Kind.TOOL_CALL)
    assert first.body == ToolCall("run_terminal_cmd", '{"command": "ls"}')
    assert second.body == ToolCall("edit_file", {"target_file": "roof.py"})
    (result,) = of(store["The roof"], Kind.TOOL_RESULT)
    assert isinstance(result.body, ToolResult)
    assert (result.call, result.body.content, result.body.error) == (first.call, '{"output":"tiles"}', False)


def test_counts_of_zero_are_no_counts(store: dict[str, Trace]) -> None:
    total = sums(requests(store["The roof"]))
    assert (total.requests, total.input, total.output) == (1, 900, 20)
    assert {event.model for event in of(store["The roof"], Kind.TOOL_CALL)} == {"claude-4-sonnet", UNSET}


def test_conversations_of_older_versions_are_traces_of_their_own(store: dict[str, Trace]) -> None:
    assert said(store["Inline"]) == [("human", "Old question?"), ("model", "Old answer.")]
    assert said(store["Oldest"]) == [("human", "Is it old?"), ("model", "Very.")]
    assert said(store["A tab"]) == [("human", "Which tile?"), ("model", "The red one.")]
    assert store["A tab"].header.ids["session"] == ("tab-1",)


def test_keys_and_tokens_of_accounts_are_never_read() -> None:
    traces, _ = read("state.vscdb")
    told = repr(list(traces.values()))
    assert "secret-that-nobody-reads" not in told
    assert "blobEncryptionKey" not in told


def test_a_chat_of_the_command_line_is_put_in_order_by_its_newest_state() -> None:
    traces, found = read("store.db")
    chat = traces["Clean floor"]
    assert [text for _, text in said(chat) if not text.startswith("<")] == [
        "You are in a terminal.",
        "Sweep the floor.",
        "I sweep.",
        "Done.",
    ]
    assert of(chat, Kind.TOOL_CALL)[0].call == of(chat, Kind.TOOL_RESULT)[0].call == "c1"
    assert [(each.code, each.count) for each in found] == [("SRC013", 2)]


def test_a_transcript_has_the_humans_words_apart_and_results_by_their_order() -> None:
    (trace,) = read("transcript.jsonl")[0].values()
    spoken = [event for event in of(trace, Kind.MESSAGE) if event.role is Role.USER and event.actor == "human"]
    assert [event.body.text.strip() for event in spoken] == ["Mend the roof."]  # type: ignore[union-attr]
    first, second = of(trace, Kind.TOOL_CALL)
    (result,) = of(trace, Kind.TOOL_RESULT)
    assert (result.call, second.call != result.call) == (first.call, True)


def test_in_a_transcript_without_results_no_call_waits_for_one() -> None:
    lines = (FIXTURES / "transcript.jsonl").read_bytes().splitlines(keepends=True)
    reader = registry.formats["cursor"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(b"".join(lines[:2])), Place(), lambda diagnostic: None)
    assert [event.call for event in of(trace, Kind.TOOL_CALL)] == [UNSET, UNSET]


def test_an_older_transcript_is_a_text_with_a_line_for_each_speaker() -> None:
    (trace,) = read("transcript.txt")[0].values()
    humans = [text for actor, text in said(trace) if actor == "human"]
    assert humans == ["Mend the door.\n[Tool call] is what I say", "Thanks."]
    assert [event.body for event in of(trace, Kind.TOOL_CALL)] == [ToolCall("Shell")]
    assert of(trace, Kind.TOOL_RESULT)[0].call == of(trace, Kind.TOOL_CALL)[0].call
    assert [text for actor, text in said(trace) if actor == "model"] == ["Mended.\n\nIt is quiet."]


def test_stores_and_transcripts_are_found(tmp_path: Path) -> None:
    places = {
        ".config/Cursor/User/workspaceStorage/0a/state.vscdb": "state.vscdb",
        ".cursor/chats/9f/aaaa-1/store.db": "store.db",
        ".cursor/projects/home-ana-roof/agent-transcripts/t1/t1.jsonl": "transcript.jsonl",
        ".cursor/projects/home-ana-roof/agent-transcripts/t2.txt": "transcript.txt",
    }
    for place, name in places.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes((FIXTURES / name).read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {row["agent"] for row in rows} == {"cursor"}
    found = {place: {row["id"] for row in rows if row["path"] == str(tmp_path / place)} for place in places}
    store, *others = found.values()
    assert store == {"cmp-0", "cmp-1", "cmp-2", "cmp-3", "cmp-4", "tab-1", "0a.1"}  # the last one is what has no id
    assert others == [{"aaaa-1"}, {"t1"}, {"t2"}]
    assert len(rows) == 10
