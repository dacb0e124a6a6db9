"""Claude Code sessions are read whole: every record type, every block, every byte."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from msgspec import UNSET

from steno.agents.claude_code import FORMAT
from steno.agents.claude_code.reader import read
from steno.agents.claude_code.sniff import sniff
from steno.agents.claude_code.wire import RECORDS
from steno.diagnostics import Diagnostic, Place
from steno.formats.records import grouped
from steno.model import (
    Actor,
    ActorKind,
    Blob,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Usage,
    Visibility,
)
from steno.testing.accounting import unaccounted
from steno.verify import verify
from tests.given.machine import lines, record

EVERY = Path(__file__).parents[2] / "fixtures/claude_code/every_record.jsonl"


def trace_of(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    (trace,) = read(io.BytesIO(data), Place("s.jsonl"), found.append)
    return trace, found


def every() -> Trace:
    return trace_of(EVERY.read_bytes())[0]


def by_uid(uid: str) -> Event:
    return next(event for event in every().events if event.uid == uid)


def test_the_fixture_holds_every_known_record_type() -> None:
    kinds = {record.rest.get("type") for record in grouped(every())}
    assert kinds >= {*RECORDS, "user", "assistant"}


def test_only_what_is_new_is_unknown() -> None:
    unknown = [event.body for event in every().events if event.kind is Kind.UNKNOWN]
    assert unknown == [Unknown("fallback"), Unknown("a-type-of-the-future")]


def test_reading_every_record_type_says_nothing() -> None:
    assert trace_of(EVERY.read_bytes())[1] == []


def test_every_byte_is_in_some_origin() -> None:
    data = EVERY.read_bytes()
    trace, found = trace_of(data)
    assert unaccounted(trace, found, len(data)) == []


def test_the_trace_keeps_the_model_rules() -> None:
    found: list[Diagnostic] = []
    verify(every(), Place(), found.append)
    assert found == []


def test_a_prompt_is_an_event_with_its_origin() -> None:
    trace, _ = trace_of(
        b'{"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-31T00:00:00.000Z",'
        b'"message":{"role":"user","content":"Hello."}}\n'
    )
    assert trace.events == (
        Event(
            uid="1",
            kind=Kind.MESSAGE,
            body=Text("Hello."),
            origin=Origin(0, 1, 0, 130, "/message/content"),
            actor="human",
            role=Role.USER,
            visibility=Visibility.PUBLIC,
            time="2026-01-31T00:00:00.000Z",
            native="u1",
            turn=1,
            residue={
                "type": "user",
                "uuid": UNSET,
                "parentUuid": None,
                "timestamp": UNSET,
                "message": {"role": "user", "content": UNSET},
            },
        ),
    )


def test_blocks_of_one_response_stay_together() -> None:
    response = [event for event in every().events if event.response == "msg_1"]
    assert [event.body for event in response] == [
        Thought(ThoughtState.FULL, "Otters live in rivers."),
        Thought(ThoughtState.ENCRYPTED),
        Thought(ThoughtState.ENCRYPTED),
        Text("I will look in two places."),
        ToolCall("Bash", {"command": "ls otters", "timeout": 1.0}),
        ToolCall("Read", {"file_path": "/work/otter/list.txt"}),
    ]
    assert {event.model for event in response} == {"claude-opus-4-6"}
    assert response[-1].usage == Usage(input=3, output=120, cache_read=2000, cache_write=10)


def test_results_carry_what_the_model_saw_and_what_the_program_knew() -> None:
    results = {event.call: event for event in every().events if event.kind is Kind.TOOL_RESULT}
    assert results["toolu_1"].body == ToolResult(
        "anna\nbert", False, {"stdout": "anna\nbert", "stderr": "", "interrupted": False, "isImage": False}
    )
    assert results["toolu_1"].actor == "tool:Bash"
    assert results["toolu_2"].body == ToolResult(
        "<tool_use_error>File does not exist.</tool_use_error>", True, "Error: File does not exist."
    )
    assert results["toolu_gone"].actor == "tool"


def test_the_detail_of_several_results_is_given_to_none_of_them() -> None:
    results = {event.call: event.body for event in every().events if event.kind is Kind.TOOL_RESULT}
    assert results["toolu_3"] == ToolResult([{"type": "text", "text": "One den, by the bridge."}])


def test_images_are_kept_by_reference() -> None:
    blobs = [event.body for event in every().events if event.kind is Kind.BLOB]
    sha = "4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6"
    assert blobs == [Blob("image/png", 8, sha), Blob(uri="https://example.org/otters.pdf")]


def test_who_wrote_a_user_record_is_told_apart() -> None:
    said = [
        (event.actor, event.visibility, str(event.body.text)[:24])
        for event in every().events
        if event.role is Role.USER and isinstance(event.body, Text) and event.echo_of is UNSET
    ]
    public, internal = Visibility.PUBLIC, Visibility.INTERNAL
    assert said == [
        ("human", public, "Count the otters."),
        ("claude-code", internal, "Caveat: the messages bel"),
        ("parent", internal, "Find every den."),
        ("human", public, "This is the den."),
        ("claude-code", internal, "<command-name>"),
        ("human", public, "/compact"),
        ("claude-code", internal, "</command-name>"),
        ("claude-code", internal, "[Request interrupted by "),
        ("claude-code", internal, "This session is being co"),
        ("claude-code", internal, "<task-notification><task"),
    ]


SPOKEN = [
    {"type": "text", "text": "Two dens."},
    {"type": "thinking", "thinking": "Hm.", "signature": "x"},
    {"type": "tool_use", "id": "c", "name": "Bash", "input": {}},
    {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
    {"type": "novel"},
]


@pytest.mark.parametrize("content", ["Two dens.", SPOKEN])
@pytest.mark.parametrize("kind", ["assistant", "user"])
def test_nothing_that_is_said_to_or_by_a_sub_agent_is_public(kind: str, content: object) -> None:
    inline = record(kind, content, 1, "s", isSidechain=True, agentId="a1")
    alone = [record("user", "Go", 0, "s"), inline]
    found = [event for event in trace_of(lines(alone))[0].events if event.span == "a1"]
    assert found
    assert Visibility.PUBLIC not in {event.visibility for event in found}


@pytest.mark.parametrize("flag", [False, None, "true"])
def test_what_is_said_to_the_user_is_public(flag: object) -> None:
    found = trace_of(lines([record("assistant", "Two dens.", 1, "s", isSidechain=flag)]))[0].events
    assert [event.visibility for event in found if event.kind is Kind.MESSAGE] == [Visibility.PUBLIC]


def test_turns_count_human_prompts() -> None:
    assert [event.turn for event in every().events if event.actor == "human" and event.kind is Kind.MESSAGE] == [
        1,
        2,
        3,
    ]


def test_a_sub_agent_speaks_for_itself() -> None:
    said = next(event for event in every().events if event.response == "msg_s1")
    assert (said.span, said.actor) == ("a1b2c3", "model:claude-haiku-4-5@a1b2c3")
    assert every().header.actors[said.actor] == Actor(
        ActorKind.MODEL, "sub-agent", "anthropic", "claude-haiku-4-5", "a1b2c3"
    )


def test_a_tick_of_a_sub_agent_names_the_call_that_started_it() -> None:
    tick = next(event for event in every().events if event.body == Lifecycle("progress.agent_progress", transient=True))
    assert (tick.child_run, tick.call) == ("a1b2c3", "toolu_3")


def test_the_header_says_what_the_records_state() -> None:
    header = every().header
    assert header.title == "Otter census"
    assert header.ids == {"session": ("0f0e0d0c-0000-4000-8000-000000000001",), "agent": ("a1b2c3", "a9")}
    assert header.versions == ("2.1.121",)
    assert header.environment == {"cwd": ["/work/otter"], "git_branch": ["main"]}
    assert header.thoughts is True


def test_a_queued_prompt_keeps_its_words() -> None:
    assert by_uid("5").body == Lifecycle("queue-operation.enqueue", "typed ahead")


def test_a_compaction_says_what_it_did() -> None:
    bodies = [event.body for event in every().events if isinstance(event.body, Lifecycle)]
    compaction = next(body for body in bodies if body.name == "system.compact_boundary")
    assert compaction.text == "Conversation compacted"
    assert compaction.data == {
        "level": "info",
        "compactMetadata": {"trigger": "manual", "preTokens": 150000},
        "logicalParentUuid": "00000000-0000-4000-8000-000000000026",
    }


def test_sniffing_knows_its_own_and_no_other() -> None:
    assert sniff(EVERY.read_bytes()[:65536])
    assert sniff(b'{"type":"user","message":{"role":"user","content":"' + b"x" * 70_000) is False
    assert sniff(b'{"parentUuid":null,"sessionId":"s","type":"user","message":"' + b"x" * 70_000)
    assert not sniff(b'{"timestamp":"2026-01-31T00:00:00Z","type":"session_meta","payload":{"id":"x"}}\n')
    assert not sniff(b'{"open_token_version":"0.1","events":[]}')
    assert not sniff(b'{"type":"system","subtype":"init","session_id":"x","tools":[]}\n')
    qwen = (
        b'{"uuid":"u","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"x"}]}}'
    )
    assert not sniff(qwen)
    assert not sniff(b'{"uuid":"u","sessionId":"s","type":"system","subtype":"ui_telemetry","systemPayload":{}}\n')
    assert not sniff(b"")
    assert not sniff(b"\x00\xff" * 1000)


def test_rules_are_silent_on_good_examples_and_speak_on_bad_ones() -> None:
    assert FORMAT.load is not None
    for rule in FORMAT.rules:
        codes: dict[str, list[str]] = {}
        for name in ("good", "bad"):
            found: list[Diagnostic] = []
            rule(FORMAT.load(io.BytesIO(getattr(rule, name).encode()), Place(), found.append), Place(), found.append)
            codes[name] = [each.code for each in found]
        assert (codes["good"], set(codes["bad"])) == ([], {rule.code})


def test_kinds_of_the_fixture_are_counted() -> None:
    counts = Counter(event.kind for event in every().events)
    assert counts[Kind.TOOL_CALL] == 6
    assert counts[Kind.TOOL_RESULT] == 6
    assert counts[Kind.THOUGHT] == 3
