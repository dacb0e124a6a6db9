"""What a table can say, and that every law holds for it: shapes, blocks, rewrites, pieces, hooks and all sources."""

from __future__ import annotations

import io
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.kit.agent import parts_of
from steno.kit.database import rows
from steno.kit.document import Document
from steno.kit.sources import folder
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Read, Shape, Spec, by
from steno.model import (
    Body,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Usage,
)
from steno.model.signs import Injected, Signs
from steno.testing import conforms
from steno.testing.fake import STILL

PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
ANSWER = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
CALL = [
    Shape(Kind.TOOL_CALL, MODEL, {"name": "body.tool", "args": "body.arguments", "id": "call"}),
    Shape(Kind.TOOL_RESULT, TOOL, {"result": "body.content"}, when="result"),
]
"""A call and its result in one object."""
SPEC = Spec("made-up", by("type"), {"user": PROMPT, "model": ANSWER, "tool": CALL}, {"ts": "time"}, known_by=("ts",))


TIME = "2026-01-31T09:00:00Z"


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in records)


def read(spec: Spec, data: bytes, path: str = "") -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = Format("made-up", "made up", parts_of(spec)).reader
    assert reader is not None
    return list(reader.read(io.BytesIO(data), Place(path), found.append)), found


def origin(event: Event) -> Origin:
    assert isinstance(event.origin, Origin)
    return event.origin


def written(spec: Spec, traces: list[Trace]) -> bytes:
    out, losses = io.BytesIO(), list[Diagnostic]()
    make = Format("made-up", "made up", parts_of(spec)).writer
    assert make is not None
    make((), STILL, losses.append).write(traces, out, losses.append)
    assert losses == []
    return out.getvalue()


def test_one_object_may_be_a_call_and_its_result() -> None:
    data = lines({"type": "tool", "ts": TIME, "id": "c1", "name": "ls", "args": {}, "result": "a"})
    (trace,), _ = read(SPEC, data)
    assert [event.body for event in trace.events] == [ToolCall("ls", {}), ToolResult("a")]
    assert [event.uid for event in trace.events] == ["1", "1.1"]
    assert conforms(SPEC, data) == []


def test_a_shape_that_lacks_what_it_must_have_takes_nothing() -> None:
    data = lines({"type": "tool", "ts": TIME, "id": "c1", "args": {}})
    (trace,), found = read(SPEC, data)
    assert [event.kind for event in trace.events] == [Kind.UNKNOWN]
    assert [each.message for each in found] == ["/name is nothing, expected a string"]
    assert written(SPEC, [trace]) == data


def test_a_table_that_names_no_field_of_the_model_is_refused() -> None:
    wrong = SPEC._replace(every={"ts": "tyme"})
    with pytest.raises(ValueError, match="Event has no field 'tyme'"):
        read(wrong, b"{}\n")


def test_a_message_without_words_in_its_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no path of the shape is taken as body.text"):
        read(SPEC._replace(records={"user": Shape(Kind.MESSAGE, HUMAN)}), b"{}\n")


def test_a_record_that_is_written_again_is_an_echo_of_the_last_one() -> None:
    spec = SPEC._replace(rewritten="id", every={"ts": "time", "id": "native"})
    data = lines(*({"type": "model", "ts": TIME, "id": "m", "text": "Hello"[:end]} for end in (1, 3, 5)))
    (trace,), _ = read(spec, data)
    assert [(event.kind, event.echo_of) for event in trace.events] == [
        (Kind.LIFECYCLE, "3"), (Kind.LIFECYCLE, "3"), (Kind.MESSAGE, UNSET)
    ]  # fmt: skip
    assert trace.events[2].body == Text("Hello")
    assert conforms(spec, data) == []


def test_a_text_in_pieces_is_one_text_and_comes_back_in_pieces() -> None:
    spec = SPEC._replace(records={"delta": ANSWER._replace(joins="id")})
    data = lines(*({"type": "delta", "ts": TIME, "id": "m", "text": each} for each in ("The key", " is gh", "p_1.")))
    (trace,), _ = read(spec, data)
    assert trace.events[0].body == Text("The key is ghp_1.")
    assert [event.echo_of for event in trace.events] == [UNSET, "1", "1"]
    assert written(spec, [trace]) == data
    assert conforms(spec, data) == []


@pytest.mark.parametrize("text", ["", "x", "A text that is longer than it was before."])
def test_pieces_of_a_changed_text_put_together_are_that_text(text: str) -> None:
    spec = SPEC._replace(records={"delta": ANSWER._replace(joins="id")})
    data = lines(*({"type": "delta", "ts": TIME, "id": "m", "text": each} for each in ("One", "Two", "Three")))
    (trace,), _ = read(spec, data)
    changed = replace(trace, events=(replace(trace.events[0], body=Text(text)), *trace.events[1:]))
    records = [json.loads(line) for line in written(spec, [changed]).splitlines()]
    assert "".join(record["text"] for record in records) == text


def test_a_hook_takes_by_hand_what_its_holes_say() -> None:
    def resumed(log: Any, record: dict[str, Any], where: str) -> None:
        text = log.take(record, "summary", where)
        log.emit(Kind.LIFECYCLE, Lifecycle("resumed", text), log.program, where)

    records = {**SPEC.records, "resume": resumed}
    spec = SPEC._replace(records=records, holes={Kind.LIFECYCLE: {"summary": "body.text"}})
    data = lines({"type": "resume", "ts": TIME, "summary": "So far."}, {"type": "user", "ts": TIME, "text": "Go on."})
    (trace,), _ = read(spec, data)
    assert trace.events[0].body == Lifecycle("resumed", "So far.")
    assert conforms(spec, data) == []


def test_a_law_that_is_broken_is_named() -> None:
    def forgets(log: Any, record: dict[str, Any], where: str) -> None:
        record.pop("secret", None)
        log.emit(Kind.LIFECYCLE, Lifecycle("forgot"), log.program, where)

    spec = SPEC._replace(records={"x": forgets})
    broken = conforms(spec, lines({"type": "x", "ts": TIME, "secret": "s"}))
    assert "writing a sample back changes its values" in broken
    assert any(each.startswith("a record does not come back: secret in") for each in broken)


def test_work_that_grows_too_fast_is_named() -> None:
    def quadratic(log: Any, record: dict[str, Any], where: str) -> None:
        for event in log.events:
            len(event.uid)
        log.emit(Kind.LIFECYCLE, Lifecycle("slow"), log.program, where)

    broken = conforms(SPEC._replace(records={"x": quadratic}), lines(*[{"type": "x", "ts": TIME}] * 20))
    assert any(each.startswith("4 times the records take") for each in broken)


# Signs and usage


def test_signs_are_read_from_the_record_and_stay_in_it() -> None:
    run = Shape(Kind.TOOL_RESULT, TOOL, {"out": "body.content", "code": Read("signs.exit")})
    spec = SPEC._replace(records={"run": run}, every={"ts": "time", "cwd": Read("signs.cwd")})
    here, odd = {"code": 2, "cwd": "/work"}, {"code": "0"}
    data = lines(*({"type": "run", "ts": TIME, "out": "x"} | each for each in (here, odd)))
    (trace,), found = read(spec, data)
    assert [event.signs for event in trace.events] == [Signs(exit=2, cwd="/work"), Signs()]
    assert [each.code for each in found] == ["SRC008"]
    assert written(spec, [trace]) == data
    assert conforms(spec, data) == []


def test_a_sign_that_is_taken_out_of_the_record_is_refused() -> None:
    spec = SPEC._replace(every={"cwd": "signs.cwd"})
    with pytest.raises(ValueError, match=r"signs\.cwd is a view of the record"):
        read(spec, lines({"type": "user", "text": "x"}))


def test_what_an_agents_idiom_recognises_is_added_to_what_the_record_says() -> None:
    def recognise(body: Body, role: object, tool: str) -> Signs:
        return Signs(injected=Injected.NOTICE) if role is Role.USER else Signs(stop=tool)

    spec = SPEC._replace(recognise=recognise, every={"cwd": Read("signs.cwd")})
    (trace,), _ = read(spec, lines({"type": "user", "text": "x", "cwd": "/w"}, {"type": "model", "text": "y"}))
    assert [event.signs for event in trace.events] == [
        Signs(injected=Injected.NOTICE, cwd="/w"),
        Signs(stop="assistant"),
    ]


def test_usage_that_a_record_states_for_all_its_blocks_is_counted_once() -> None:
    blocks = Blocks("parts", by("type"), {"text": ANSWER})
    spec = SPEC._replace(records={"model": blocks}, every={"used": "usage.output"})
    part = {"type": "text", "text": "x"}
    (trace,), _ = read(spec, data := lines({"type": "model", "parts": [part, part], "used": 5}))
    assert [event.usage for event in trace.events] == [Usage(output=5), UNSET]
    assert written(spec, [trace]) == data


# Other sources


MESSAGES = Spec(
    "made-up-document",
    by("role"),
    {
        "document": Shape(Kind.LIFECYCLE, name="session", rest=True, header={"id": "ids.session", "title": "title"}),
        "user": PROMPT,
        "assistant": Blocks("parts", by("type"), {"text": ANSWER, "think": Shape(Kind.THOUGHT, MODEL, ANSWER.takes)}),
    },
    {"ts": "time"},
    known_by=("v", "messages"),
    envelope=frozenset({"messages", "v"}),
    source=Document("messages"),
)
DOCUMENT = b"""{
  "v": 1, "id": "T-1", "title": "A talk",
  "messages": [
    {"role": "user", "ts": "2026-01-31T09:00:00Z", "text": "Hello"},
    {"role": "assistant", "ts": "2026-01-31T09:00:05Z",
     "parts": [{"type": "think", "text": "Hm."}, {"type": "text", "text": "Hi."}]},
    {"role": "user", "text": 5}, null
  ],
  "env": {"host": "h"}
}
"""


def test_a_document_is_its_frame_and_the_records_in_its_list() -> None:
    (trace,), _ = read(MESSAGES, DOCUMENT)
    assert [origin(event).pointer for event in trace.events] == [
        "", "/messages/0", "/messages/1/parts/0", "/messages/1/parts/1", "/messages/2", "/messages/3",
    ]  # fmt: skip
    assert trace.header.title == "A talk"
    assert trace.events[1].body == Text("Hello")
    start, length = origin(trace.events[1]).offset, origin(trace.events[1]).length
    assert json.loads(DOCUMENT[start : start + length])["text"] == "Hello"
    assert json.loads(written(MESSAGES, [trace])) == json.loads(DOCUMENT)


def test_a_document_keeps_the_laws() -> None:
    assert conforms(MESSAGES, DOCUMENT) == []


def test_what_is_whole_of_a_document_that_is_cut_off_is_read() -> None:
    (trace,), found = read(MESSAGES, DOCUMENT[: DOCUMENT.index(b'{"type": "text"')])
    assert Text("Hello") in [event.body for event in trace.events]
    assert {each.code for each in found} == {"SRC001"}


def test_a_document_may_be_the_list_itself_or_hold_records_by_their_ids() -> None:
    bare = MESSAGES._replace(source=Document(""))
    keyed = MESSAGES._replace(source=Document("talk.messages"))
    messages = [{"role": "user", "text": "a"}, {"role": "user", "text": "b"}]
    by_id = {"talk": {"messages": {"m/1": messages[0], "m~2": messages[1]}, "x": 1}}
    for spec, document in ((bare, messages), (keyed, by_id)):
        data = json.dumps(document).encode()
        (trace,), found = read(spec, data)
        assert [event.body for event in trace.events if event.kind is Kind.MESSAGE] == [Text("a"), Text("b")]
        assert found == []
        assert json.loads(written(spec, [trace])) == document


ROWS = Spec(
    "made-up-rows",
    by("data.role"),
    {
        "user": PROMPT._replace(at="data"),
        "assistant": Shape(Kind.THOUGHT, MODEL, {"data.text": "body.text", "created": Read("time", str)}),
    },
    header={"session": "ids.session"},
    source=rows(
        "SELECT m.* FROM message m JOIN session s ON s.id = m.session ORDER BY m.session, m.created",
        session="session",
        json=("data",),
        tables=("message",),
    ),
)


def database(path: Path, *, wal: bool = False) -> sqlite3.Connection:
    made = sqlite3.connect(path)
    if wal:
        made.execute("PRAGMA journal_mode=WAL")
    made.executescript("CREATE TABLE session (id TEXT); CREATE TABLE message (id, session, created, data, extra)")
    made.executemany("INSERT INTO session VALUES (?)", [("s1",), ("s2",)])
    made.executemany("INSERT INTO message VALUES (?, ?, ?, ?, ?)", [
        ("m1", "s1", 1, '{"role":"user","text":"Hello"}', b"\xff\0"),
        ("m2", "s1", 2, '{"role":"assistant","text":"Hm."}', None),
        ("m3", "s2", 1, "not JSON", 1.5),
    ])  # fmt: skip
    made.commit()
    return made


def test_rows_are_records_and_each_session_a_trace(tmp_path: Path) -> None:
    database(tmp_path / "a.db").close()
    traces, found = read(ROWS, (tmp_path / "a.db").read_bytes(), str(tmp_path / "a.db"))
    assert [trace.header.ids for trace in traces] == [{"session": ("s1",)}, {"session": ("s2",)}]
    assert traces[0].events[0].body == Text("Hello")
    assert isinstance(traces[0].events[1].body, Thought)
    assert traces[0].events[1].time == "2"
    assert [each.code for each in found] == ["SRC001", "SRC013"]
    assert conforms(ROWS, tmp_path / "a.db") == []
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_rows_are_read_from_bytes_too(tmp_path: Path) -> None:
    database(tmp_path / "a.db").close()
    assert len(read(ROWS, (tmp_path / "a.db").read_bytes())[0]) == 2


def test_a_database_that_is_open_is_read_with_its_log_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    writer = database(path, wal=True)
    writer.execute("BEGIN IMMEDIATE")  # it is locked, too
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    traces, _ = read(ROWS, path.read_bytes(), str(path))
    assert [len(trace.events) for trace in traces] == [2, 1]
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    writer.close()


@pytest.mark.parametrize("damage", [lambda data: data[:3000], lambda data: b"SQLite format 3\0" + b"x" * 9000])
def test_a_damaged_database_is_a_diagnostic(tmp_path: Path, damage: Any) -> None:
    database(tmp_path / "a.db").close()
    (tmp_path / "b.db").write_bytes(damage((tmp_path / "a.db").read_bytes()))
    _, found = read(ROWS, (tmp_path / "b.db").read_bytes(), str(tmp_path / "b.db"))
    assert [each.code for each in found] == ["SRC010"]


def test_a_database_of_other_tables_is_a_diagnostic(tmp_path: Path) -> None:
    made = sqlite3.connect(tmp_path / "a.db")
    made.execute("CREATE TABLE event (id)")
    made.close()
    _, found = read(ROWS, b"", str(tmp_path / "a.db"))
    assert [each.message for each in found] == ["cannot read the database: no such table: message"]


def test_rows_that_belong_to_no_session_are_reported(tmp_path: Path) -> None:
    made = database(tmp_path / "a.db")
    made.execute("INSERT INTO message VALUES ('m9', 'gone', 1, '{}', NULL)")
    made.commit()
    made.close()
    _, found = read(ROWS, b"", str(tmp_path / "a.db"))
    assert [each.code for each in found] == ["SRC001", "SRC011", "SRC013"]


FILES = MESSAGES._replace(
    name="made-up-files",
    source=folder(lambda name, value: value.get("ts", "") if isinstance(value, dict) else "", message="{stem}/*.json"),
    records={
        "document": Shape(Kind.LIFECYCLE, rest=True, header={"id": "ids.session"}),
        "message.user": PROMPT,
        "message": Shape(Kind.LIFECYCLE, rest=True),
    },
)


def test_files_of_a_folder_are_records_each_from_a_source_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "s1").mkdir()
    (tmp_path / "s1.json").write_text('{"id":"s1"}')
    (tmp_path / "s1" / "a.json").write_text('{"role":"user","ts":"2","text":"Second"}')
    (tmp_path / "s1" / "b.json").write_text('{"role":"user","ts":"1","text":"First"}')
    (tmp_path / "s1" / "c.json").write_text('{"role":"use')
    (trace,), found = read(FILES, (tmp_path / "s1.json").read_bytes(), str(tmp_path / "s1.json"))
    assert [each.path.rpartition("/")[2] for each in trace.header.sources] == ["s1.json", "a.json", "b.json", "c.json"]  # type: ignore[union-attr]
    said = [event for event in trace.events if isinstance(event.body, Text)]
    assert [(event.body, origin(event).source) for event in said] == [(Text("First"), 2), (Text("Second"), 1)]
    assert [each.place.path for each in found] == [str(tmp_path / "s1" / "c.json")]
    assert conforms(FILES, tmp_path / "s1.json") == []


def test_a_file_of_a_folder_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "s1").mkdir()
    (tmp_path / "s1.json").write_text('{"id":"s1"}')
    (tmp_path / "s1" / "a.json").symlink_to("gone.json")
    (tmp_path / "s1" / "b.json").write_text('{"role":"user","ts":"1","text":"First"}')
    os.mkfifo(tmp_path / "s1" / "c.json")
    (trace,), found = read(FILES, (tmp_path / "s1.json").read_bytes(), str(tmp_path / "s1.json"))
    assert [event.body for event in trace.events if isinstance(event.body, Text)] == [Text("First")]
    assert [(each.code, Path(each.place.path).name) for each in found] == [("SRC012", "a.json"), ("SRC012", "c.json")]
