"""Reading Open-Token, as it should be and as it is found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET

from steno.diagnostics import Severity
from steno.formats.open_token import FORMAT
from steno.formats.open_token.sniff import sniff
from steno.model import (
    Actor,
    ActorKind,
    Blob,
    Derivation,
    Event,
    Kind,
    Lifecycle,
    Note,
    Origin,
    Role,
    Span,
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
from steno.testing.battery import odd_bytes
from tests.given.open_token import EVERYTHING, FIXTURES, codes, read, written
from tests.given.open_token_documents import (
    PARTICIPANTS,
    annotation,
    answer,
    call,
    data,
    document,
    event,
    lines,
    result,
)
from tests.given.open_token_documents import text as plain

HEADER = json.dumps(
    {"type": "header", "open_token_version": "0.1", "conversation": {"id": "c"}, "participants": PARTICIPANTS}
)
HELLO = event(1)


def bodies(trace: Trace) -> list[Any]:
    return [each.body for each in trace.events]


def rich() -> Trace:
    return read((FIXTURES / "rich.json").read_bytes())[0]


def by_id(trace: Trace) -> dict[str, Event]:
    return {each.uid: each for each in trace.events}


def test_the_header_says_what_the_conversation_says() -> None:
    header = rich().header
    assert (header.ids, header.title, header.started) == (
        {"conversation": ("sess-7f3a",)},
        "Rename the harbour module",
        "2026-03-01T10:00:00+01:00",
    )
    assert (header.timezone, header.runtime, header.provider, header.thoughts) == (
        "Europe/Lisbon",
        "cli",
        "anthropic",
        True,
    )
    assert header.actors["act_006"] == Actor(ActorKind.MODEL, "scout", UNSET, "tide-2-small", "a1")


def test_the_redaction_is_a_note() -> None:
    value = {"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]}
    assert rich().notes == (Note(author=Derivation("redact/secrets"), key="redaction", value=value),)


def test_every_type_of_event_has_its_body() -> None:
    assert bodies(rich())[2:] == [
        Text("Rename harbor to harbour. The key is [REDACTED:api_key:0badcafe]. ⚓ é"),
        Thought(ThoughtState.FULL, "Look for every use first."),
        Thought(ThoughtState.SUMMARY, "Searching."),
        Lifecycle("annotation", data={"thought": "summary"}),
        Thought(ThoughtState.REDACTED),
        ToolCall("Bash", bodies(rich())[7].arguments),
        Lifecycle("annotation", data={"usage": {"cache_read_tokens": 64, "total_tokens": 120}}),
        ToolCall("Grep", '{"pattern":"harbor"}', "files"),
        ToolResult("ls: not here", error=True),
        Lifecycle("annotation", data={"tool_result": {"error": True, "exit_code": 2}}),
        ToolResult(missing=True),
        Lifecycle("annotation", data={"marker": "missing_result"}),
        Span("scout", {"spawn_reason": "search", "model": "tide-2-small"}),
        Text("Three files use it."),
        Span("scout", missing=True),
        Blob("image/png", 12, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
        Lifecycle("compaction", "The context was compacted.", bodies(rich())[18].data),
        Lifecycle("annotation", "Reviewed by hand."),
        Unknown("message"),
        Text("Done: 3 files."),
    ]


def test_ids_links_and_tokens_are_read() -> None:
    events = by_id(rich())
    called = events["evt_000008"]
    assert (called.native, called.parent, called.call, called.time) == (
        "evt_000008",
        "evt_000004",
        "toolu_a",
        "2026-03-01T09:00:03Z",
    )
    assert called.usage == Usage(100, 20, 5, cache_read=64, total=120)
    assert called.model == "tide-2"
    assert events["evt_000011"].call == "toolu_a"
    assert events["evt_000016"].span == events["evt_000015"].span == "a1"
    assert events["evt_000022"].replies_to == "evt_000003"


def test_an_aside_echoes_the_event_that_it_speaks_of() -> None:
    echoes = {each.uid: each.echo_of for each in rich().events if each.echo_of is not UNSET}
    assert echoes == {
        "evt_000006": "evt_000005",
        "evt_000009": "evt_000008",
        "evt_000012": "evt_000011",
        "evt_000014": "evt_000013",
    }


@pytest.mark.parametrize("name", ["minimal.json", "rich.json", "rich.ndjson"])
def test_an_events_origin_is_exactly_its_bytes(name: str) -> None:
    data = (FIXTURES / name).read_bytes()
    trace, found = read(data)
    for each in trace.events:
        assert isinstance(each.origin, Origin)
        there = data[each.origin.offset : each.origin.offset + each.origin.length]
        assert json.loads(there)["id"] == each.native
        assert each.origin.line == data[: each.origin.offset].count(b"\n") + 1
    assert unaccounted(trace, found, len(data)) == []


@pytest.mark.parametrize(
    "line",
    [
        {"type": "event", "event_type": "message", **event(1, type=UNSET)},
        {"type": "event", "event": HELLO},
        HELLO,
    ],
    ids=["flat", "nested", "direct"],
)
def test_an_event_line_is_read_in_every_form(line: dict[str, Any]) -> None:
    trace, found = read(f"{HEADER}\n{json.dumps(line)}\n")
    assert bodies(trace) == [Text("Hello.")]
    assert (trace.events[0].role, trace.events[0].visibility, found) == (Role.USER, Visibility.PUBLIC, [])


@pytest.mark.parametrize("first", ["event", "message"])
def test_an_event_line_with_two_types_is_read(first: str) -> None:
    second = "message" if first == "event" else "event"
    body = json.dumps(event(1, type=UNSET))[1:-1]
    trace, found = read(f'{HEADER}\n{{"type":"{first}",{body},"type":"{second}"}}\n')
    assert bodies(trace) == [Text("Hello.")]
    assert (trace.events[0].raw, codes(found)) == (UNSET, ["SRC006"])


def test_another_key_that_stands_twice_keeps_the_bytes() -> None:
    line = json.dumps({"type": "event", "event_type": "message", **event(1, type=UNSET)})[:-1] + ',"seq":1}\n'
    trace, _ = read(f"{HEADER}\n{line}")
    assert (bodies(trace), trace.events[0].raw) == ([Text("Hello.")], line.encode())


def test_ndjson_without_conversation_and_participants_is_read_with_a_warning() -> None:
    trace, found = read('{"type":"header","open_token_version":"0.1"}\n' + lines(HELLO, header=UNSET))
    assert bodies(trace) == [Text("Hello.")]
    assert trace.header.actors == {"act_002": Actor(ActorKind.HUMAN, "act_002")}
    assert [(each.code, each.severity) for each in found] == [
        ("SRC103", Severity.WARNING),
        ("SRC102", Severity.WARNING),
    ]


def test_ndjson_without_a_header_is_read() -> None:
    assert bodies(read(lines(HELLO, header=UNSET))[0]) == [Text("Hello.")]


def test_lines_wrapped_in_an_array_are_read() -> None:
    trace, _ = read("[" + ",".join(lines(HELLO, answer(2)).splitlines()) + "]")
    assert bodies(trace) == [Text("Hello."), Text("Hello to you.")]


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (data({"missing_result": True}), ToolResult(missing=True)),
        (data({"missing_result": 1}), ToolResult({"missing_result": 1})),
        (data({"missing_result": True, "why": "x"}), ToolResult({"missing_result": True, "why": "x"})),
        (data(None), ToolResult(None)),
        (data([]), ToolResult([])),
        (plain(""), ToolResult("")),
        ({"mime": "text/plain"}, ToolResult()),
    ],
)
def test_only_the_exact_marker_is_a_missing_result(content: dict[str, Any], body: ToolResult) -> None:
    assert bodies(read(document(call(1), result(2, content=content)))[0])[1] == body


def test_a_literal_annotation_makes_the_marker_a_real_result() -> None:
    whole = document(
        call(1),
        result(2, content=data({"missing_result": True})),
        annotation(3, {"literal": "missing_result"}, links={"replies_to": "evt_000002"}),
    )
    assert bodies(read(whole)[0])[1] == ToolResult({"missing_result": True})


def test_a_repeated_id_does_not_make_two_events_one() -> None:
    trace, _ = read(document(event(1), answer(2, id="evt_000001")))
    assert [(each.uid, each.native) for each in trace.events] == [("evt_000001", "evt_000001"), ("#2", "evt_000001")]


ODD = {
    "an unknown type": (document(event(1, type="poem"), answer(2)), [Kind.UNKNOWN, Kind.MESSAGE]),
    "an event that is a number": (document(5, answer(2)), [Kind.UNKNOWN, Kind.MESSAGE]),
    "a lone surrogate": (document(event(1, content=plain("X"))).replace("X", "\\ud800"), [Kind.MESSAGE]),
    "a key twice in an event": (document().replace('"seq":1', '"seq":1,"seq":1'), [Kind.MESSAGE]),
    "a key twice at the top": (document().replace("{", '{"events":[],', 1), [Kind.MESSAGE]),
    "NaN in an event": (document(event(1), answer(2)).replace('"seq":1', '"seq":NaN'), [Kind.UNKNOWN, Kind.MESSAGE]),
    "deep nesting": (
        document(event(1, x="DEEP"), answer(2)).replace('"DEEP"', "[" * 100_000 + "]" * 100_000),
        [Kind.UNKNOWN, Kind.MESSAGE],
    ),
    "words around it": ("Here you are:\n```json\n" + document() + "\n```\n", [Kind.MESSAGE]),
    "a cut-off end": (document(event(1), answer(2))[:-60], [Kind.MESSAGE, Kind.UNKNOWN]),
    "a cut-off text with brackets": (
        document(event(1), answer(2, content=plain("]}]}, {[")))[:-8],
        [Kind.MESSAGE, Kind.UNKNOWN],
    ),
    "no JSON at all": ("good morning", [Kind.UNKNOWN]),
    "nothing": ("", []),
    "null": ("null", [Kind.UNKNOWN]),
    "events that are no array": (document(events={"a": 1}), []),
    "a line of garbage": (
        lines(HELLO) + "garbage\n" + lines(answer(2), header=UNSET),
        [Kind.MESSAGE, Kind.UNKNOWN, Kind.MESSAGE],
    ),
    "a header of garbage": ("garbage\n" + lines(HELLO, header=UNSET), [Kind.UNKNOWN, Kind.MESSAGE]),
    "a byte order mark": ("\ufeff" + document(), [Kind.MESSAGE]),
    "blank lines": ("\n\n" + lines(HELLO).replace("\n", "\n\n"), [Kind.MESSAGE]),
}


@pytest.mark.parametrize(("whole", "kinds"), ODD.values(), ids=ODD)
def test_what_can_be_read_of_an_odd_document_is_read(whole: str, kinds: list[Kind]) -> None:
    trace, found = read(whole)
    assert [each.kind for each in trace.events] == kinds
    assert unaccounted(trace, found, len(whole.encode())) == []


@pytest.mark.parametrize("name", ["rich.json", "rich.ndjson"])
def test_odd_bytes_are_read_without_an_exception_and_accounted_for(name: str) -> None:
    for odd in odd_bytes((FIXTURES / name).read_bytes()).values():
        trace, found = read(odd)
        assert unaccounted(trace, found, len(odd)) == []


@pytest.mark.parametrize(
    "whole",
    [document(), json.dumps(json.loads(document()), indent=2), lines(), lines(header=UNSET), json.dumps(HELLO) + "\n"],
)
def test_open_token_is_known_by_its_keys(whole: str) -> None:
    assert sniff(whole.encode())
    assert sniff(("\ufeff\n" + whole + "x" * 100).encode()[:400])


@pytest.mark.parametrize(
    "whole",
    [
        "",
        "[]",
        "good morning",
        '{"type":"user","message":{"content":"\\"open_token_version\\""},"uuid":"1"}',
        '{"type":"response_item","payload":{"open_token_version":"0.1"}}',
        '{"events":[]}',
    ],
)
def test_other_files_are_not_taken_for_open_token(whole: str) -> None:
    assert not sniff(whole.encode())


def test_unknown_keys_and_spellings_of_numbers_come_back() -> None:
    data = (FIXTURES / "rich.json").read_bytes()
    back, losses = written(rich(), *EVERYTHING, "document=keep", "pretty=false")
    assert losses == []
    assert b'"weight":1.10,"serial":123456789012345678901234567890' in back
    assert b'"timeout":1.10,"big":18446744073709551616' in back
    assert list(json.loads(back)) == list(json.loads(data))


def test_counts_are_of_what_is_there() -> None:
    assert FORMAT.count is not None
    assert FORMAT.count(rich()) == {
        "records": 22,
        "user_messages": 1,
        "assistant_messages": 2,
        "tool_calls": 2,
        "tool_results": 1,
        "unpaired_calls": 1,
        "orphan_results": 0,
        "thinking_blocks": 3,
        "tokens": {
            "input_tokens": 100,
            "output_tokens": 27,
            "reasoning_tokens": 5,
            "cache_read_tokens": 64,
            "total_tokens": 120,
        },
        "first_timestamp": "2026-03-01T09:00:01.250Z",
        "last_timestamp": "2026-03-01T09:00:03Z",
        "models": ["tide-2", "tide-2-small"],
    }
