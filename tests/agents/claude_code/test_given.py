"""What a Claude Code session was given, and what it copied from another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steno.model import Kind
from steno.session import overview
from steno.usage import requests
from tests.given.machine import claude as put
from tests.given.machine import record, steno
from tests.given.usage import answer, call, claude


def attached(number: int, **attachment: Any) -> dict[str, Any]:
    envelope = {key: value for key, value in record("x", "", number, "s").items() if key != "message"}
    return {**envelope, "type": "attachment", "attachment": attachment}


def test_prompts_and_tools_of_attachments_are_those_of_the_session() -> None:
    tool = {"name": "Dig", "input_schema": {"type": "object"}}
    given = attached(
        0, type="context", systemPrompt=["Be kind.", {"type": "text", "text": "Be brief."}], tools=[tool, 7]
    )
    trace = claude([given, record("user", "Hi", 1, "s")])
    assert list(trace.header.system_prompts.values()) == ["Be kind.", "Be brief."]
    assert trace.header.tools == {"Dig": tool}


def forked() -> list[dict[str, Any]]:
    """A session that repeats a prompt and an answer with a call, and goes on."""

    def copied(entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {"forkedFrom": {"sessionId": "old", "messageUuid": entry["uuid"]}}

    return [
        copied(record("user", "Plant", 0, "new")),
        copied(answer(1, "m1", 5, session="new", block=call("c1", "Bash", command="x"))),
        record("user", "Water", 2, "new"),
        answer(3, "m2", 7, session="new", block=call("c2", "Bash", command="y")),
    ]


def test_copied_records_are_marked_and_counted_where_they_were_made() -> None:
    trace = claude(forked())
    assert trace.header.ids["forked_from"] == ("old",)
    assert [event.signs.replayed for event in trace.events] == [True, True, False, False]
    assert (overview(trace).turns, overview(trace).tools) == (1, 1)
    assert [each.usage.output for each in requests(trace)] == [7]


def test_copies_count_once_on_a_machine_with_or_without_the_session_that_made_them(tmp_path: Path) -> None:
    fork = put(tmp_path, "new", forked())
    assert steno("cost", "--json", home=tmp_path).json()[-1]["requests"] == 2
    put(tmp_path, "old", [record("user", "Plant", 0, "old"), answer(1, "m1", 5, session="old")])
    assert steno("cost", "--json", home=tmp_path).json()[-1]["requests"] == 2
    assert steno("cost", "--json", str(fork), home=tmp_path).json()[-1]["requests"] == 1


def test_a_call_that_was_stopped_is_interrupted_and_one_that_was_refused_is_not() -> None:
    def ended(number: int, kind: str) -> dict[str, Any]:
        result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "no", "is_error": True}
        return record("user", [result], number, "s") | {"toolDenialKind": kind}

    trace = claude([ended(0, "interrupted"), ended(1, "user-rejected"), ended(2, "cancelled")])
    results = [event for event in trace.events if event.kind is Kind.TOOL_RESULT]
    assert [event.signs.interrupted for event in results] == [True, False, True]
