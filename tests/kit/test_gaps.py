"""What formats need beyond lines of JSON: texts, files beside, layouts, changes, results without ids, sealed bytes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import encode
from steno.base.jsonl import Line
from steno.contracts import Format, UsageError
from steno.diagnostics import Diagnostic, Place
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.deltas import operation, replayed
from steno.kit.document import Document, Documents
from steno.kit.opaque import Opaque
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Read, Shape, Spec, by, having
from steno.kit.text import TextLines
from steno.kit.times import millis
from steno.model import Blob, Kind, Text, Trace
from steno.testing import conforms
from steno.testing.accounting import unaccounted
from steno.testing.conformance import written_back

PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
ANSWER = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
CALL = Shape(Kind.TOOL_CALL, MODEL, {"tool": "body.tool", "input": "body.arguments"})
RESULT = Shape(Kind.TOOL_RESULT, TOOL, {"output": "body.content"})


def format_of(spec: Spec | dict[str, Spec]) -> Format:
    name = spec.name if isinstance(spec, Spec) else next(iter(spec.values())).name
    return Format(name, name, parts_of(spec))


def read(spec: Spec | dict[str, Spec], data: bytes, path: str = "") -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = format_of(spec).reader
    assert reader is not None
    return list(reader.read(io.BytesIO(data), Place(path), found.append)), found


def lines(*records: Any) -> bytes:
    return b"".join(encode(each) + b"\n" for each in records)


def joins(trace: Trace) -> list[tuple[str, object]]:
    return [
        (event.kind.value, event.call) for event in trace.events if event.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT)
    ]


# Pairing by place

BY_PLACE = Spec(
    "acorn",
    by("is"),
    {"call": CALL, "result": RESULT, "both": [CALL, RESULT._replace(when="output")]},
    known_by=("is",),
)
CALLS = [
    {"is": "call", "tool": "a"},
    {"is": "call", "tool": "b"},
    {"is": "result", "output": 1},
    {"is": "result", "output": 2},
]


def test_results_without_ids_answer_the_calls_in_their_order() -> None:
    spec = BY_PLACE._replace(pairing="positional")
    (trace,), _ = read(spec, lines(*CALLS))
    assert joins(trace) == [("tool_call", "1"), ("tool_call", "2"), ("tool_result", "1"), ("tool_result", "2")]
    assert [event.actor for event in trace.events[2:]] == ["tool:a", "tool:b"]
    assert trace.events[2].origin.rule == "pair/positional"
    assert conforms(spec, lines(*CALLS)) == []


def test_a_result_in_the_record_of_its_call_answers_that() -> None:
    records = [{"is": "both", "tool": "a"}, {"is": "both", "tool": "b", "output": "done"}]
    spec = BY_PLACE._replace(pairing="embedded")
    (trace,), _ = read(spec, lines(*records))
    assert joins(trace) == [("tool_call", "1"), ("tool_call", "2"), ("tool_result", "2")]
    assert conforms(spec, lines(*records)) == []


def test_where_ids_are_usual_a_call_without_one_is_joined_with_nothing() -> None:
    (trace,), _ = read(BY_PLACE, lines(*CALLS))
    assert {call for _, call in joins(trace)} == {UNSET}


# Blocks that are whole messages

NESTED = Spec(
    "acorn",
    having("thread", "$set"),
    {
        "thread": Blocks(
            "thread.messages",
            by("role"),
            {
                "user": Blocks("parts", by("type"), {"text": PROMPT}),
                "agent": [Blocks("parts", by("type"), {"text": ANSWER}), Shape(Kind.LIFECYCLE, MODEL, otherwise=True)],
                "*": Shape(Kind.LIFECYCLE),
            },
            every={"at": Read("time", millis), "model": Read("model"), "tokens": Read("usage.output")},
            keyed=True,
        ),
        "$set": Shape(Kind.LIFECYCLE, rest=True),
    },
    known_by=("thread",),
)
THREAD = {
    "thread": {"messages": [
        {"role": "user", "at": 1777885205000, "parts": [{"type": "text", "text": "Hello"}]},
        {"role": "agent", "at": 1777885206000, "model": "oak", "tokens": 7,
         "parts": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]},
        {"role": "agent", "at": 1777885207000, "model": "oak", "tokens": 3, "parts": []},
        {"role": "note"},
    ]}
}  # fmt: skip


def test_a_message_in_a_list_gives_its_time_and_model_to_its_parts_and_its_tokens_once() -> None:
    (trace,), found = read(NESTED, lines(THREAD, {"$set": {"title": "x"}}))
    assert found == []
    told = [
        (event.time, event.model, event.usage.output if event.usage else None, event.kind.value)
        for event in trace.events
    ]
    assert told == [
        ("2026-05-04T09:00:05.000Z", UNSET, None, "message"),
        ("2026-05-04T09:00:06.000Z", "oak", 7, "message"),
        ("2026-05-04T09:00:06.000Z", "oak", None, "message"),
        ("2026-05-04T09:00:07.000Z", "oak", 3, "lifecycle"),
        (UNSET, UNSET, None, "lifecycle"),
        (UNSET, UNSET, None, "lifecycle"),
    ]
    assert conforms(NESTED, lines(THREAD, {"$set": {"title": "x"}})) == []


def test_an_object_may_hold_the_blocks() -> None:
    keyed = {"thread": {"messages": {"a/b": THREAD["thread"]["messages"][0], "~": {"role": "note"}}}}
    (trace,), _ = read(NESTED, lines(keyed))
    assert [event.origin.pointer for event in trace.events] == [  # type: ignore[union-attr]
        "/thread/messages/a~1b/parts/0", "/thread/messages/~0",
    ]  # fmt: skip
    assert conforms(NESTED, lines(keyed)) == []


def test_what_each_block_gives_is_never_taken() -> None:
    wrong = NESTED._replace(records={"thread": Blocks("thread", by("role"), {}, every={"at": "time"})})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="it is Read"):
        read(wrong, lines(THREAD))


# Texts


def cut(line: str, before: str) -> tuple[str, bool]:
    if line.startswith("# chat started"):
        return "start", True
    if line.startswith("#### "):
        return "user", False
    if line.startswith("> "):
        return "status", False
    return (before, False) if not line.strip() and before else ("answer", False)


CHAT = Spec(
    "acorn-chat",
    lambda record: "",
    {
        "start": Shape(Kind.LIFECYCLE, takes={"text": "body.text"}),
        "user": Shape(Kind.MESSAGE, HUMAN, {"text": Read("body.text", lambda text: text.replace("#### ", "").strip())}),
        "status": Shape(Kind.LIFECYCLE, takes={"text": "body.text"}),
        "answer": ANSWER,
    },
    marked=(b"# chat started",),
    source=TextLines(cut, session="start"),
)
MARKDOWN = b"""
# chat started at 2026-01-01 10:00:00

#### How many nuts?
#### And leaves?

Twelve.

> Tokens: 1k sent
# chat started at 2026-01-02 10:00:00
#### Go on.
Yes.\r
"""


def test_a_text_is_read_by_runs_of_lines_and_written_back_byte_for_byte() -> None:
    traces, found = read(CHAT, MARKDOWN)
    assert found == []
    said = [[event.body.text for event in trace.events if isinstance(event.body, Text)] for trace in traces]
    assert said == [["\n", "How many nuts?\nAnd leaves?", "Twelve.\n\n"], ["Go on.", "Yes.\r\n"]]
    assert [unaccounted(trace, [], len(MARKDOWN)) for trace in traces] == [[], []]
    assert written_back(format_of(CHAT), traces) == (MARKDOWN, [])
    sniff = format_of(CHAT).sniff
    assert sniff is not None
    assert (sniff(MARKDOWN), sniff(b"# Notes\n")) == (True, False)


@pytest.mark.parametrize(
    "odd", [b"", b"\n", b"\xff\xfe", b"#### \xe9\n", b"a\0b", b"\r\r\n", "#### \u2028x\n".encode()]
)
def test_odd_bytes_in_a_text_come_back(odd: bytes) -> None:
    traces, _ = read(CHAT, MARKDOWN + odd)
    assert written_back(format_of(CHAT), traces)[0] == MARKDOWN + odd
    assert not [trace for trace in traces if unaccounted(trace, [], len(MARKDOWN + odd))]


# Files beside, layouts

FOLDER = Spec(
    "acorn",
    by("role"),
    {"user": PROMPT, "meta": Shape(Kind.LIFECYCLE, rest=True, header={"session": "ids.session"})},
    known_by=("role", "text"),
    source=Beside(meta="meta.json"),
)


def test_a_session_of_several_files_says_of_each_event_which_it_is_from(tmp_path: Path) -> None:
    main = tmp_path / "messages.jsonl"
    main.write_bytes(lines({"role": "user", "text": "Hello"}, {"role": "user", "text": "Again"}))
    (tmp_path / "meta.json").write_text('{"session": "s1", "tokens": 5}')
    (trace,), found = read(FOLDER, main.read_bytes(), str(main))
    assert found == []
    assert trace.header.ids == {"session": ("s1",)}
    assert [(event.uid, event.origin.source) for event in trace.events] == [("0", 1), ("1", 0), ("2", 0)]  # type: ignore[union-attr]
    written, losses = written_back(format_of(FOLDER), [trace])
    assert (written, [each.code for each in losses]) == (main.read_bytes(), ["CNV008"])
    assert conforms(FOLDER, main) == []


def test_a_file_of_lines_is_read_without_those_beside_it() -> None:
    (trace,), found = read(FOLDER, lines({"role": "user", "text": "Hello"}))
    assert (len(trace.events), found) == (1, [])


def test_lines_and_lists_beside_a_file_are_records_each_and_may_stand_among_its_own(tmp_path: Path) -> None:
    main = tmp_path / "main.json"
    main.write_text('[{"role": "user", "text": "Hello"},\n {"role": "user", "text": "Again"}]')
    (tmp_path / "seen.json").write_text(' [{"n": 1}, {"n": 2}, 3]\n')
    (tmp_path / "ticks.jsonl").write_text('{"n": 4}\nbroken\n')
    records = {"user": PROMPT, "seen": Shape(Kind.LIFECYCLE), "tick": Shape(Kind.LIFECYCLE)}
    turned = Document("", arrange=lambda entries: entries[::-1], seen="seen.json", tick="ticks.jsonl")
    spec = Spec("acorn", by("role"), records, known_by=("role", "text"), source=turned)
    (trace,), found = read(spec, main.read_bytes(), str(main))
    assert [event.uid for event in trace.events] == ["2", "1", "2/2", "2/1", "1/3", "1/2", "1/1"]
    for index, source in enumerate(trace.header.sources):
        about = [each for each in found if each.place.path == source.path]
        assert isinstance(source.size, int)
        assert unaccounted(trace, about, source.size, index) == []
    spec = spec._replace(source=Document("", seen="seen.json", tick="ticks.jsonl"))
    (trace,), _ = read(spec, main.read_bytes(), str(main))
    written, losses = written_back(format_of(spec), [trace])
    assert (json.loads(written), [each.code for each in losses]) == (json.loads(main.read_bytes()), ["CNV008"])
    assert conforms(spec, main) == []


OLD = Spec("acorn", by("role"), {"user": PROMPT}, known_by=("messages",), source=Document("messages"))
NEW = Spec(
    "acorn", by("kind"), {"said": Shape(Kind.MESSAGE, HUMAN, {"words": "body.text"})}, known_by=("kind", "words")
)
STORE = OLD._replace(known_by=("acorn_messages",), source=tables(Table("", "acorn_messages", "session")))
BOTH = {"document": OLD, "lines": NEW, "store": STORE}


@pytest.mark.parametrize(
    ("layout", "data"),
    [("document", b'{"messages":[{"role":"user","text":"Hello"}]}\n'), ("lines", b'{"kind":"said","words":"Hello"}\n')],
)
def test_a_file_is_read_and_written_back_in_its_layout(layout: str, data: bytes) -> None:
    format = format_of(BOTH)
    assert format.sniff is not None
    assert format.sniff(data)
    (trace,), found = read(BOTH, data)
    assert ([event.body for event in trace.events if event.kind is Kind.MESSAGE], found) == ([Text("Hello")], [])
    assert trace.header.sources[0].layout == layout
    assert written_back(format, [trace]) == (data, [])
    assert format.count is not None
    assert format.count(trace)["turns"] == 1


def test_a_layout_that_is_not_written_says_so() -> None:
    (trace,), _ = read(BOTH, b'{"kind":"said","words":"Hello"}\n')
    stored = replace(trace, header=replace(trace.header, sources=(replace(trace.header.sources[0], layout="store"),)))
    with pytest.raises(UsageError, match="does not write it"):
        written_back(format_of(BOTH), [stored])


# Many conversations in one file

EXPORT = Spec(
    "acorn-export",
    by("role"),
    {
        "document": Shape(Kind.LIFECYCLE, takes={"title": "body.text"}, header={"id": "ids.session", "title": "title"}),
        "outer": Shape(Kind.LIFECYCLE, rest=True),
        "user": PROMPT,
        "agent": Blocks("parts", by("type"), {"text": ANSWER}),
    },
    known_by=("nodes",),
    source=Documents("", "nodes"),
)
TALKS = [
    {"id": "c1", "title": "Nuts", "nodes": {
        "a": {"role": "user", "text": "How many?", "parent": None},
        "b/c": {"role": "agent", "parts": [{"type": "text", "text": "Twelve."}], "parent": "a"},
    }},
    {"id": "c2", "title": "Leaves", "nodes": {"z": {"role": "user", "text": "Rake."}}},
    {"id": "c3", "nodes": {}},
]  # fmt: skip


@pytest.mark.parametrize(
    ("each", "data"),
    [
        ("", encode(TALKS) + b"\n"),
        ("conversations", encode({"version": 2, "conversations": TALKS, "user": "ana"}) + b"\n"),
        ("export.talks", encode({"export": {"talks": TALKS}}) + b"\n"),
        (None, lines(*TALKS)),
    ],
    ids=["a list", "in an object", "deep", "on lines"],
)
def test_each_conversation_of_an_export_is_a_session_and_all_are_written_back_as_one(each: Any, data: bytes) -> None:
    spec = EXPORT._replace(source=Documents(each, "nodes"))
    traces, found = read(spec, data)
    assert found == []
    assert [trace.header.ids.get("session") for trace in traces] == [("c1",), ("c2",), ("c3",)]
    said = [[event.body.text for event in trace.events if isinstance(event.body, Text)] for trace in traces]
    assert said == [["How many?", "Twelve."], ["Rake."], []]
    assert [unaccounted(trace, [], len(data)) for trace in traces] == [[], [], []]
    assert written_back(format_of(spec), traces) == (data, [])


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"[1, null, {}]", b'[{"id": "c1", "nodes": {"a": {"ro', b"[[], {}", b"x"]
)
def test_an_export_that_is_damaged_is_read_as_far_as_it_goes(data: bytes) -> None:
    traces, found = read(EXPORT, data)
    assert not [trace for trace in traces if unaccounted(trace, found, len(data))]
    assert sum(len(trace.events) for trace in traces) >= (len(data) > 2)


# Changes, and what nobody can read

CHANGES = [
    {"kind": 0, "v": {"requests": []}},
    {"kind": 2, "k": ["requests"], "v": [{"message": "Hello", "response": []}]},
    {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "On"}]},
    {"kind": 2, "k": ["requests", 0, "response"], "i": 0, "v": [{"value": "One"}]},
    {"kind": 1, "k": ["requests", 0, "result"], "v": {"ok": True}},
    {"kind": 1, "k": ["requests", 7, "result"], "v": 1},
]


def test_changes_are_told_by_what_they_change_and_lead_to_the_document() -> None:
    tell = operation()
    assert [tell(each) for each in CHANGES] == [
        "snapshot", "add.requests", "add.requests.*.response", "add.requests.*.response", "set.requests.*.result",
        "set.requests.*.result",
    ]  # fmt: skip
    document = replayed(Line(number, 0, 0, each) for number, each in enumerate(CHANGES, 1))
    assert document == {"requests": [{"message": "Hello", "response": [{"value": "One"}], "result": {"ok": True}}]}


@pytest.mark.parametrize("path", [None, [], [[]], [None], ["x", "y"], [True], [{}], "requests"])
@pytest.mark.parametrize("kind", [1, 2, "1", None, []])
def test_a_change_that_leads_nowhere_changes_nothing(kind: Any, path: Any) -> None:
    change = {"kind": kind, "k": path, "v": [1]}
    assert isinstance(operation()(change), str)
    assert replayed([Line(1, 0, 0, {"kind": 0, "v": []}), Line(2, 0, 0, change)]) == []


def test_bytes_that_nobody_can_read_are_one_event_and_one_diagnostic() -> None:
    found: list[Diagnostic] = []
    (trace,) = Opaque("acorn", "encrypted").read(io.BytesIO(b"\x00\x01\x02"), Place("a.pb"), found.append)
    (only,) = trace.events
    assert isinstance(only.body, Blob)
    assert only.body.size == 3
    assert unaccounted(trace, [], 3) == []
    assert [(each.code, each.message) for each in found] == [("SRC013", "3 bytes cannot be read: encrypted")]


def test_nothing_is_no_database() -> None:
    traces, found = read(STORE, b"")
    assert (traces, [each.message for each in found]) == ([], ["cannot read the database: nothing is in it"])


# What a history holds again


def test_a_flag_joins_pieces_that_follow_one_another() -> None:
    spec = Spec("oak", by("kind"), {"answer": ANSWER._replace(joins="more"), "prompt": PROMPT})
    said = [("answer", "a", True), ("answer", "b", True), ("prompt", "c", False), ("answer", "d", True)]
    data = lines(*({"kind": kind, "text": text, "more": more} for kind, text, more in said))
    (trace,), found = read(spec, data)
    texts = [event.body.text for event in trace.events if isinstance(event.body, Text)]
    assert (texts, found) == (["ab", "c", "d"], [])
    assert written_back(format_of(spec), [trace]) == (data, [])


def test_a_block_that_is_a_record_known_by_its_id_is_an_echo_of_it() -> None:
    history = Blocks("all", by("kind"), {"prompt": PROMPT, "answer": ANSWER}, again="id")
    spec = Spec("oak", by("kind"), {"prompt": PROMPT, "history": history}, rewritten="id")
    one, two = {"kind": "prompt", "id": "1", "text": "a"}, {"kind": "answer", "id": "2", "text": "b"}
    data = lines(one, {"kind": "history", "all": [one, two]}, {"kind": "history", "all": [two]})
    (trace,), _ = read(spec, data)
    assert [event.echo_of for event in trace.events] == [UNSET, "1", UNSET, "2.1"]
    assert written_back(format_of(spec), [trace]) == (data, [])


def test_a_number_in_a_path_is_a_place_in_a_list() -> None:
    spec = Spec("oak", by("kind"), {"output": RESULT._replace(takes={"parts.0.text": "body.content"})})
    data = lines({"kind": "output", "parts": [{"text": "a"}]}, {"kind": "output", "parts": []})
    (trace,), _ = read(spec, data)
    assert [event.body.content for event in trace.events] == ["a", UNSET]  # type: ignore[union-attr]
    assert written_back(format_of(spec), [trace]) == (data, [])


def test_records_of_a_document_may_be_lists_of_values() -> None:
    source = Document("all", tuples=True)
    spec = Spec(
        "oak", by("0.kind"), {"prompt": PROMPT._replace(at="0"), "document": Shape(Kind.LIFECYCLE)}, source=source
    )
    data = encode({"all": [[{"kind": "prompt", "text": "a"}, ["mark"]], [], 7]}) + b"\n"
    (trace,), _ = read(spec, data)
    assert [event.origin.pointer for event in trace.events][:2] == ["", "/all/0/0"]  # type: ignore[union-attr]
    assert written_back(format_of(spec), [trace]) == (data, [])
