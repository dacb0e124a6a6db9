"""What everybody asks of a call has one answer."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from steno.base.exact import JSON
from steno.model import Event, Kind, Origin, Reported, Signs, ToolCall, ToolResult
from steno.model.calls import (
    Pairing,
    as_object,
    command_of,
    failed,
    path_of,
    results,
    returned,
    text_of,
    words_of,
)
from steno.model.signs import NONE


def call(uid: str, id: str) -> Event:
    return Event(uid=uid, kind=Kind.TOOL_CALL, body=ToolCall("Read"), origin=Origin(0, 1, 0, 1), actor="model", call=id)


def result(uid: str, id: str, body: ToolResult | None = None, signs: Signs = NONE) -> Event:
    told = body or ToolResult("text")
    return Event(
        uid=uid, kind=Kind.TOOL_RESULT, body=told, origin=Origin(0, 1, 0, 1), actor="tool", call=id, signs=signs
    )


def test_a_result_answers_the_earliest_call_of_its_id_that_is_open() -> None:
    events = [call("1", "a"), call("2", "a"), result("3", "a"), call("4", "b"), result("5", "a"), result("6", "b")]
    assert {uid: each.uid for uid, each in results(events).items()} == {"1": "3", "2": "5", "4": "6"}


def test_a_result_before_its_call_waits_for_it() -> None:
    events = [result("1", "a"), call("2", "a"), call("3", "a")]
    assert {uid: each.uid for uid, each in results(events).items()} == {"2": "1"}
    pairing = Pairing[str]()
    for event in events:
        if event.kind is Kind.TOOL_CALL:
            pairing.called("a", event.uid)
        else:
            assert pairing.returned("a", event) is None
    assert list(pairing.unanswered()) == ["3"]


def test_a_missing_result_is_nothing_that_came_back() -> None:
    assert returned(result("1", "a", ToolResult(missing=True))) is None
    assert returned(None) is None
    assert returned(result("1", "a")) == ToolResult("text")


@pytest.mark.parametrize(
    ("body", "signs", "expected"),
    [
        (ToolResult("x"), Signs(), False),
        (ToolResult("x", True), Signs(), True),
        (ToolResult("x", False), Signs(exit=0), False),
        (ToolResult("x"), Signs(exit=2), True),
        (ToolResult("x"), Signs(interrupted=True), True),
        *[
            (ToolResult("x"), Signs(reported=each), each in (Reported.FAILED, Reported.REFUSED))
            for each in Reported
        ],
    ],
)  # fmt: skip
def test_a_call_failed_where_flag_code_or_report_says_so(body: ToolResult, signs: Signs, expected: bool) -> None:
    assert failed(result("1", "a", body, signs=signs)) is expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [({"a": 1}, {"a": 1}), (' {"a": 1}', {"a": 1}), ("{", {}), ("[1]", {}), (UNSET, {}), (None, {}), ("plain", {})],
)
def test_arguments_are_an_object_or_the_json_of_one(given: JSON, expected: JSON) -> None:
    assert as_object(given) == expected


def test_the_file_of_a_call_is_found_by_any_agents_name_for_it() -> None:
    assert path_of({"file_path": 1, "path": "b"}) == "b"
    assert path_of({"command": "ls"}) is None


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"command": "ls"}, "ls"),
        ({"cmd": "ls -l"}, "ls -l"),
        ({"command": ["bash", "-lc", "ls | wc"]}, "ls | wc"),
        ({"command": ["/opt/bin/zsh", "-c", "ls"]}, "ls"),
        ({"command": ["ls", "-l"]}, "ls -l"),
        ({"command": ["git", "commit", "-m", "a b"], "workdir": "/srv"}, "git commit -m 'a b'"),
        ({"type": "exec", "command": ["bash", "-lc", "ls"], "working_directory": "/srv"}, "ls"),
        ({"command": ["powershell.exe", "-Command", "Get-Content a"]}, "powershell.exe -Command 'Get-Content a'"),
        ({"command": [1]}, None),
        ({}, None),
    ],
)
def test_the_command_of_a_call_is_its_line_or_the_script_of_its_shell(arguments: JSON, expected: str | None) -> None:
    assert command_of(arguments) == expected


def test_a_result_is_its_words_or_else_its_json() -> None:
    assert text_of([{"type": "text", "text": "a"}]) == words_of("a") == "a"
    assert words_of([{"type": "image"}]) is None
    assert text_of({"a": 1}) == '{"a":1}'
    assert text_of("") is text_of(UNSET) is None
