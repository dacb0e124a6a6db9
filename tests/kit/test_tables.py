"""The tables of a database as records, whatever state another program has left it in."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
import zstandard

from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.kit import database
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.sources import Entry
from steno.kit.table import HUMAN, MODEL, Blocks, Read, Shape, Spec, by
from steno.kit.times import seconds
from steno.model import Kind, Text, Trace
from steno.testing import conforms

WORDS = {"text": Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})}
SPEC = Spec(
    "acorn",
    by("role"),
    {
        "session": Shape(Kind.LIFECYCLE, takes={"title": "body.text"}, header={"id": "ids.session", "title": "title"}),
        "message.user": Blocks("parts", by("type"), {"text": Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})}),
        "message.assistant": Blocks("parts", by("type"), WORDS),
        "file": Shape(Kind.LIFECYCLE, rest=True),
    },
    every={"created": Read("time", seconds)},
    known_by=("acorn_sessions",),
    source=tables(
        Table("session", "acorn_sessions", "id"),
        Table("message", "messages", "session_id", "created, rowid", json=("parts",)),
        Table("file", "files", "session_id", columns="session_id, path", optional=True),
    ),
)


def made(path: Path, *, wal: bool = False, files: bool = True) -> sqlite3.Connection:
    base = sqlite3.connect(path)
    if wal:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA wal_autocheckpoint=0")
    base.executescript(
        "CREATE TABLE acorn_sessions (id TEXT, title TEXT); CREATE TABLE accounts (token TEXT);"
        "CREATE TABLE messages (id, session_id, role, parts, created);"
        "INSERT INTO acorn_sessions VALUES ('s1', 'Nuts'), ('s2', 'Leaves');"
        "INSERT INTO accounts VALUES ('ghp_nobody');"
    )
    if files:
        base.executescript(
            "CREATE TABLE files (session_id, path, secret); INSERT INTO files VALUES ('s1', 'nuts.txt', 'hush')"
        )
    for id, session, role, text, at in [
        ("m2", "s1", "assistant", "Twelve.", 1777885206),
        ("m1", "s1", "user", "How many?", 1777885205),
        ("m3", "s2", "user", "Rake.", 1777885300),
        ("m4", "gone", "user", "Left behind.", 1777885400),
    ]:
        parts = json.dumps([{"type": "text", "text": text}])
        base.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", [id, session, role, parts, at])
    base.commit()
    return base


def read(path: Path) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = Format("acorn", "", parts_of(SPEC)).reader
    assert reader is not None
    with path.open("rb") as stream:
        return list(reader.read(stream, Place(str(path)), found.append)), found


def words(traces: list[Trace]) -> list[list[str]]:
    return [[event.body.text for event in trace.events if isinstance(event.body, Text)] for trace in traces]


def test_each_session_that_any_table_names_is_a_trace_and_no_row_is_left_out(tmp_path: Path) -> None:
    made(tmp_path / "a.db").close()
    traces, found = read(tmp_path / "a.db")
    assert found == []
    assert words(traces) == [["Left behind."], ["How many?", "Twelve."], ["Rake."]]
    assert [trace.header.title for trace in traces[1:]] == ["Nuts", "Leaves"]
    assert traces[1].events[1].time == "2026-05-04T09:00:05.000Z"
    assert "ghp_nobody" not in str(traces)
    assert "hush" not in str(traces)
    assert conforms(SPEC, tmp_path / "a.db") == []


def test_what_only_the_log_of_an_open_database_holds_is_read_and_nothing_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    writer = made(path, wal=True)
    writer.execute(
        "INSERT INTO messages VALUES ('m5', 's2', 'user', '[{\"type\":\"text\",\"text\":\"Burn.\"}]', 1777885500)"
    )
    writer.commit()
    writer.execute("BEGIN EXCLUSIVE")
    writer.execute("INSERT INTO messages VALUES ('m6', 's2', 'user', '[]', 1777885600)")
    alone = tmp_path / "alone.db"
    alone.write_bytes(path.read_bytes())
    before = {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in tmp_path.iterdir()}
    traces, found = read(path)
    assert (words(traces)[2], found) == (["Rake.", "Burn."], [])
    assert [each.path.rpartition("/")[2] for each in traces[0].header.sources] == ["a.db", "a.db-wal"]  # type: ignore[union-attr]
    assert {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in tmp_path.iterdir()} == before
    assert words(read(alone)[0]) != words(traces)  # which is why the log is read
    writer.close()


def test_the_copy_lies_where_nobody_else_can_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    copied = database._copied

    def watched(path: str, copy: Path) -> dict[str, int]:
        seen.append(stat.S_IMODE(copy.parent.stat().st_mode))
        return copied(path, copy)

    monkeypatch.setattr(database, "_copied", watched)
    writer = made(tmp_path / "a.db", wal=True)
    read(tmp_path / "a.db")
    writer.close()
    assert seen == [0o700]


def test_a_copy_is_made_again_where_somebody_wrote_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    writer = made(path, wal=True)
    copy, calls = shutil.copyfile, list[str]()

    def writing(source: str, target: str) -> Any:
        done = copy(source, target)
        calls.append(source)
        if len(calls) == 1:
            writer.execute("INSERT INTO acorn_sessions VALUES ('s3', 'Late')")
            writer.commit()
        return done

    monkeypatch.setattr(shutil, "copyfile", writing)
    traces, _ = read(path)
    writer.close()
    assert "Late" in [trace.header.title for trace in traces]
    assert len(calls) == 4


def test_a_table_that_some_versions_lack_is_no_matter_and_another_is_a_diagnostic(tmp_path: Path) -> None:
    base = made(tmp_path / "a.db", files=False)
    assert read(tmp_path / "a.db")[1] == []
    base.executescript("ALTER TABLE messages RENAME TO messages_v9")
    base.close()
    traces, found = read(tmp_path / "a.db")
    assert [trace.header.title for trace in traces] == ["Nuts", "Leaves"]
    assert [each.message for each in found] == ["cannot read the table messages: no such table: messages"]


def test_of_a_damaged_table_the_other_tables_are_read(tmp_path: Path) -> None:
    base = made(tmp_path / "a.db")
    page = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'messages'").fetchone()[0]
    size = base.execute("PRAGMA page_size").fetchone()[0]
    base.close()
    data = bytearray((tmp_path / "a.db").read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    (tmp_path / "a.db").write_bytes(data)
    traces, found = read(tmp_path / "a.db")
    assert [trace.header.title for trace in traces] == ["Nuts", "Leaves"]
    assert [each.code for each in found] == ["SRC010"]


@pytest.mark.parametrize("size", [0, 15, 16, 100, 3000, 5000])
def test_a_database_that_is_cut_off_is_a_diagnostic(tmp_path: Path, size: int) -> None:
    made(tmp_path / "a.db").close()
    (tmp_path / "b.db").write_bytes((tmp_path / "a.db").read_bytes()[:size])
    traces, found = read(tmp_path / "b.db")
    assert traces or {each.code for each in found} == {"SRC010"}


def test_columns_may_be_compressed_damaged_or_of_no_known_encoding(tmp_path: Path) -> None:
    base = made(tmp_path / "a.db")
    packed = zstandard.ZstdCompressor().compress(b'[{"type":"text","text":"Packed."}]')
    for id, parts in (("z", packed), ("cut", packed[:-9]), ("odd", b"\x0a\xff\x00\x01")):
        base.execute("INSERT INTO messages VALUES (?, 's9', 'user', ?, 1)", [id, parts])
    base.execute("INSERT INTO messages VALUES (CAST(x'ff61' AS TEXT), 's9', 'user', '[]', 2)")
    base.commit()
    base.close()
    traces, found = read(tmp_path / "a.db")
    assert words(traces)[-1] == ["Packed."]
    assert len(traces[-1].events) == 4
    assert [(each.code, each.count) for each in found if each.code != "SRC008"] == [
        ("SRC001", 1), ("SRC001", 1), ("SRC013", 2), ("SRC013", 1),
    ]  # fmt: skip


def test_a_database_is_known_by_the_names_in_its_schema(tmp_path: Path) -> None:
    made(tmp_path / "a.db").close()
    sniff = Format("acorn", "", parts_of(SPEC)).sniff
    assert sniff is not None
    assert sniff((tmp_path / "a.db").read_bytes())
    other = sqlite3.connect(tmp_path / "b.db")
    other.execute("CREATE TABLE sessions (id)")
    other.close()
    assert not sniff((tmp_path / "b.db").read_bytes())


def test_a_database_is_read_from_a_stream_without_a_path(tmp_path: Path) -> None:
    made(tmp_path / "a.db").close()
    reader = Format("acorn", "", parts_of(SPEC)).reader
    assert reader is not None
    found: list[Diagnostic] = []
    traces = list(reader.read(io.BytesIO((tmp_path / "a.db").read_bytes()), Place(), found.append))
    assert (len(traces), found) == (3, [])


def test_the_records_of_a_session_may_be_put_in_order_and_called_otherwise(tmp_path: Path) -> None:
    made(tmp_path / "acorn.db").close()

    def arrange(entries: list[Entry]) -> list[Entry]:
        return [each._replace(name="file") if each.name == "session" else each for each in reversed(entries)]

    assert SPEC.source is not None
    source = tables(*SPEC.source.args[0], arrange=arrange)  # type: ignore[attr-defined]
    reader = Format("acorn", "", parts_of(SPEC._replace(source=source))).reader
    assert reader is not None
    with (tmp_path / "acorn.db").open("rb") as stream:
        traces = list(reader.read(stream, Place(str(tmp_path / "acorn.db")), print))
    names = [getattr(event.body, "name", event.kind.value) for event in traces[1].events]
    assert names == ["file", "message", "message", "file"]
