"""Signs: what readers recognise in records, in nobody's words.  A view, and masked like everything else."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from steno import idioms
from steno.base.exact import JSON
from steno.diagnostics import Place
from steno.model import (
    Event,
    Header,
    Injected,
    Kind,
    Lifecycle,
    LifecycleKind,
    Origin,
    Reported,
    Role,
    Signs,
    Source,
    Text,
    ToolResult,
    Trace,
)
from steno.model.ledger import entries
from steno.model.signs import NONE
from steno.passes.redact import Redact
from steno.passes.structure import Structure
from steno.registry import formats

KEY = b"k" * 32
TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
ASKS = {"type": "user", "message": {"role": "user", "content": "Go"}}


def read(name: str, *records: dict[str, JSON]) -> Trace:
    data = b"".join(json.dumps(each).encode() + b"\n" for each in records)
    reader = formats[name].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(data), Place(), lambda _: None)
    return trace


def claude(*records: dict[str, JSON]) -> list[Signs]:
    return [event.signs for event in read("claude-code", *records).events]


def codex(*payloads: tuple[str, dict[str, JSON]]) -> list[Signs]:
    return [
        event.signs for event in read("codex", *({"type": kind, "payload": each} for kind, each in payloads)).events
    ]


def answer(**message: JSON) -> dict[str, JSON]:
    return {
        "type": "assistant",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "a"}], **message},
    }


def returns(content: JSON, tool: str, detail: JSON = None, **block: JSON) -> list[dict[str, JSON]]:
    use = {"type": "tool_use", "id": "c", "name": tool, "input": {}}
    back = {"type": "tool_result", "tool_use_id": "c", "content": content, **block}
    user = {"type": "user", "message": {"content": [back]}, **({} if detail is None else {"toolUseResult": detail})}
    return [{"type": "assistant", "message": {"content": [use]}}, user]


def test_a_record_says_where_the_agent_was_and_why_its_response_ended() -> None:
    first, second = claude(
        {**ASKS, "cwd": "/srv", "gitBranch": "main"}, {**answer(stop_reason="end_turn"), "cwd": "/a"}
    )
    assert first == Signs(cwd="/srv", branch="main")
    assert second == Signs(cwd="/a", stop="end_turn")


def test_records_that_say_the_same_share_their_signs() -> None:
    one, two = claude({**ASKS, "cwd": "/srv"}, {**ASKS, "cwd": "/srv"})
    assert one is two


def test_an_answer_that_the_program_wrote_for_a_failed_request_is_an_api_error() -> None:
    assert claude({**answer(), "isApiErrorMessage": True}) == [Signs(api_error=True)]


@pytest.mark.parametrize("odd", [1, None, [], {}])
def test_what_is_no_text_is_no_sign(odd: JSON) -> None:
    assert claude({**answer(stop_reason=odd), "cwd": odd, "gitBranch": odd, "isApiErrorMessage": odd}) == [NONE]


@pytest.mark.parametrize(
    ("tool", "content", "detail", "flag", "expected"),
    [
        ("Bash", "Exit code 3\nno", None, True, Signs(exit=3)),
        ("Read", "Exit code 3\nno", None, True, NONE),
        ("Bash", "Exit code 3\nno", None, False, NONE),
        ("Bash", "x", {"interrupted": True}, False, Signs(interrupted=True)),
        ("Edit", "x", {"structuredPatch": []}, False, Signs(reported=Reported.APPLIED)),
        ("WebFetch", "x", {"code": 404, "codeText": "Not Found"}, False, Signs(reported=Reported.REFUSED)),
        ("Edit", "<tool_use_error>no</tool_use_error>", None, None, Signs(reported=Reported.FAILED)),
        ("Read", "Error: is the first word of this file", None, None, Signs(reported=Reported.UNFLAGGED)),
        ("LSP", "no bed", None, None, NONE),
    ],
)
def test_a_result_says_what_came_of_its_call(
    tool: str, content: str, detail: JSON, flag: bool | None, expected: Signs
) -> None:
    block: dict[str, JSON] = {} if flag is None else {"is_error": flag}
    assert claude(*returns(content, tool, detail, **block))[1] == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Exit code: 0\nWall time: 1 seconds\nOutput:\nx", Signs(exit=0, took=1.0)),
        ("Process exited with code 2\nOutput:\nx", Signs(exit=2)),
        ('{"output":"x","metadata":{"exit_code":1,"duration_seconds":0.1}}', Signs(exit=1, took=0.1)),
        ("x", NONE),
    ],
)
def test_the_exit_code_of_a_command_stands_in_its_result(output: str, expected: Signs) -> None:
    made = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"}
    back = {"type": "function_call_output", "call_id": "c", "output": output}
    assert codex(("response_item", made), ("response_item", back))[1] == expected


def test_a_turn_and_a_session_say_where_they_are() -> None:
    begun = {"id": "t", "cwd": "/srv", "git": {"branch": "main"}}
    assert codex(("session_meta", begun), ("turn_context", {"cwd": "/a", "model": "m"})) == [
        Signs(cwd="/srv", branch="main"), Signs(cwd="/a"),
    ]  # fmt: skip


def test_an_aborted_turn_is_an_interruption_in_every_agents_words() -> None:
    (aborted,) = codex(("event_msg", {"type": "turn_aborted", "reason": "interrupted"}))
    assert aborted == Signs(lifecycle=LifecycleKind.INTERRUPTION, interrupted=True)
    (said,) = claude({"type": "user", "message": {"content": "[Request interrupted by user for tool use]"}})
    assert said == Signs(injected=Injected.NOTICE, interrupted=True)


def test_a_lifecycle_of_an_unknown_kind_keeps_only_its_name() -> None:
    (event,) = read("claude-code", {"type": "system", "subtype": "blossoming", "content": "x"}).events
    assert (event.signs, event.body) == (NONE, Lifecycle("system.blossoming", "x"))


@pytest.mark.parametrize("idiom", idioms.every(), ids=lambda idiom: idiom.name)
def test_what_an_agents_words_say_is_recognised_in_a_trace_of_any_format(idiom: idioms.Idiom) -> None:
    for name, kind in idiom.lifecycle.items():
        if kind is not LifecycleKind.PROMPT:
            assert idioms.recognised(Lifecycle(name), UNSET).lifecycle is kind
    for opening, signs in idiom.openings.items():
        assert idioms.recognised(Text(f"{opening} x"), Role.USER) == signs
        assert idioms.recognised(Text(f"{opening} x"), Role.ASSISTANT) == NONE


def test_a_prompt_of_which_the_words_are_not_there_is_none() -> None:
    body = Lifecycle("attachment.queued_command", data={"attachment": {"commandMode": "prompt", "prompt": "Go on"}})
    assert idioms.recognised(body, UNSET).lifecycle is LifecycleKind.PROMPT
    assert idioms.recognised(Lifecycle("attachment.queued_command"), UNSET) == NONE


# Masking


def masked(signs: Signs, level: str) -> tuple[Event, Event, Trace, Trace]:
    event = Event(
        uid="1", kind=Kind.MESSAGE, body=Text("Hi"), origin=Origin(0, 1, 0, 1), actor="human", signs=signs,
        residue={"cwd": signs.cwd},
    )  # fmt: skip
    before = Trace(header=Header(sources=(Source("claude-code"),)), events=(event,))
    pass_: Any = Structure() if level == "structure" else Redact(level, KEY)
    after = pass_.run(before, lambda _: None)
    return event, after.events[0], before, after


STRINGS = [name for name, kind in Signs.__annotations__.items() if kind.startswith("str")]


@pytest.mark.parametrize("level", ["secrets", "pii", "strict", "structure"])
@pytest.mark.parametrize("name", STRINGS)
def test_no_sign_keeps_a_secret(name: str, level: str) -> None:
    _, after, _, _ = masked(replace(NONE, **{name: f"/srv/{TOKEN}"}), level)
    assert TOKEN not in repr(after.signs)
    assert getattr(after.signs, name) is not UNSET


def test_what_is_set_up_on_the_machine_leaves_neither_a_record_nor_its_view() -> None:
    for level in ("strict", "structure"):
        _, after, _, _ = masked(Signs(cwd="/home/mara/garden", branch="mara/new-beds"), level)
        assert "mara" not in repr(after)


def test_what_is_masked_in_a_view_is_listed_where_it_stands_and_once() -> None:
    _, _, before, after = masked(Signs(cwd=f"/srv/{TOKEN}"), "secrets")
    assert [each.path for each in entries(before, after, {})] == ["/residue/cwd"]


def test_a_result_that_the_log_does_not_have_has_no_signs() -> None:
    assert idioms.recognised(ToolResult(missing=True), Role.TOOL, "Bash") == NONE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "as it was printed\n",
        "Exit code 1\nwrong",
        "Exit code 1\nExit code 2\nExit code 3\nwrong",
        "<tool_use_error>no such file</tool_use_error>",
        "done\nShell cwd was reset to /work",
        "(Bash completed with no output)",
        '{"output":"Exit code 1\\nwrong","metadata":{"exit_code":0}}',
    ],
)
def test_what_a_tool_returned_is_what_every_agent_in_turn_leaves_of_it(text: str) -> None:
    left = text
    for idiom in idioms.every():
        left = idiom.output(left)
    assert idioms.output(text) == left
