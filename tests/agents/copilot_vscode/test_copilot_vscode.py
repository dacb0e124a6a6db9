"""What Copilot Chat's sessions say: a document or a log of changes, answers that are told twice, and traces."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Lifecycle, Role, Text, ToolCall, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from steno.usage.request import Missing
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "copilot_vscode"


def read(name: str) -> list[Trace]:
    found: list[Diagnostic] = []
    reader = registry.formats["copilot-vscode"].reader
    assert reader is not None
    data = (FIXTURES / name).read_bytes()
    traces = list(reader.read(io.BytesIO(data), Place(), found.append))
    assert found == []
    return traces


@pytest.fixture(scope="module")
def log() -> Trace:
    (trace,) = read("log.jsonl")
    return trace


@pytest.fixture(scope="module")
def document() -> Trace:
    (trace,) = read("document.json")
    return trace


def said(trace: Trace, role: Role) -> list[str]:
    return [event.body.text for event in trace.events if isinstance(event.body, Text) and event.role is role]


def turn(trace: Trace, number: int) -> list[Event]:
    return [
        event
        for event in trace.events
        if event.turn == number and not (isinstance(event.body, Lifecycle) and event.body.transient)
    ]


def test_an_answer_is_what_the_model_gave_round_by_round(document: Trace) -> None:
    kinds = [event.kind for event in turn(document, 1)]
    assert kinds == [
        Kind.MESSAGE,
        Kind.THOUGHT,
        Kind.TOOL_CALL,
        Kind.TOOL_RESULT,
        Kind.MESSAGE,
        Kind.TOOL_CALL,
        Kind.TOOL_CALL,
        Kind.TOOL_RESULT,
        Kind.MESSAGE,
        Kind.TOOL_RESULT,
        Kind.LIFECYCLE,
    ]
    calls = [event for event in turn(document, 1) if isinstance(event.body, ToolCall)]
    assert [event.call for event in calls] == ["call_1", "call_2", "call_3"]


def test_what_was_shown_counts_where_nothing_else_tells_the_answer(document: Trace) -> None:
    shown = [(event.kind, event.call) for event in turn(document, 2)]
    assert shown == [
        (Kind.MESSAGE, UNSET),
        (Kind.THOUGHT, UNSET),
        (Kind.MESSAGE, UNSET),
        (Kind.TOOL_CALL, "u3"),
        (Kind.TOOL_RESULT, "u3"),
        (Kind.TOOL_CALL, "u4"),
        (Kind.LIFECYCLE, UNSET),
    ]


def test_a_request_that_failed_and_was_canceled_says_both(document: Trace) -> None:
    kinds = [event.signs.lifecycle for event in turn(document, 3)]
    assert kinds == [UNSET, UNSET, LifecycleKind.ERROR, LifecycleKind.INTERRUPTION]


def test_the_tokens_of_a_turn_of_several_requests_are_a_floor(document: Trace) -> None:
    assert [(each.usage.input, each.missing) for each in requests(document)] == [(9000, Missing.INPUT), (100, None)]


def test_what_was_replaced_or_taken_back_is_kept_and_not_counted(log: Trace) -> None:
    assert said(log, Role.USER) == ["Is it hot?", "Serve it.", "Salt the soup."]
    assert said(log, Role.ASSISTANT) == [
        "It is.",
        "Let me see.",
        "Yes.",
        "I serve it.",
        "I add salt.",
        "Now `soup.py` has salt.",
    ]
    replaced = [event for event in log.events if isinstance(event.body, Lifecycle) and event.body.name == "replaced"]
    assert [getattr(event.origin, "line", 0) for event in replaced] == [1, 8, 10, 12, 16]
    assert log.header.title == "Hot, salty soup"


def test_a_trace_database_holds_a_session_for_each_chat() -> None:
    traces = read("traces.db")
    (chat,) = [trace for trace in traces if "session" in trace.header.ids]
    assert chat.header.ids["session"] == ("chat-1",)
    assert said(chat, Role.USER) == ["Salt the soup."]
    assert said(chat, Role.ASSISTANT) == ["Salted."]
    total = sums(requests(chat))
    assert (total.requests, total.input, total.output, total.cache_read) == (2, 300, 30, 100)
    assert [event.call for event in chat.events if event.kind is Kind.TOOL_RESULT] == ["call_1"]


def test_sessions_are_found_in_the_folder_of_a_workspace(tmp_path: Path) -> None:
    folder = tmp_path / ".config/Code/User/workspaceStorage/0a1b/chatSessions"
    folder.mkdir(parents=True)
    (folder / "5050.jsonl").write_bytes((FIXTURES / "log.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"], row["turns"]) == ("copilot-vscode", "5050", "Hot, salty soup", 3)


def test_a_transcript_is_listed_where_the_session_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / ".config/Code/User/workspaceStorage/0a1b"
    (folder / "GitHub.copilot-chat/transcripts").mkdir(parents=True)
    (folder / "chatSessions").mkdir()
    for name in ("aa", "bb"):
        data = (FIXTURES / "transcript.jsonl").read_bytes()
        (folder / f"GitHub.copilot-chat/transcripts/{name}.jsonl").write_bytes(data)
    (folder / "chatSessions/aa.jsonl").write_bytes((FIXTURES / "log.jsonl").read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {(row["agent"], row["id"], row["turns"]) for row in rows} == {
        ("copilot-vscode", "aa", 3),
        ("copilot-vscode", "bb", 1),
    }
