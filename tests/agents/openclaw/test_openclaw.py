"""What OpenClaw adds to the entries it writes: answers that are said again, and copies of sessions beside them."""

from __future__ import annotations

import io
from pathlib import Path

from msgspec import UNSET

from steno import registry
from steno.diagnostics import Place
from steno.model import Text, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.machine import steno

SAMPLE = Path(__file__).parents[2] / "fixtures" / "openclaw" / "yielded.jsonl"


def read() -> Trace:
    reader = registry.formats["openclaw"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(SAMPLE.read_bytes()), Place(), lambda _: None)
    return trace


def test_an_answer_that_is_said_again_is_an_echo_and_counts_once() -> None:
    trace = read()
    (echo,) = [event for event in trace.events if event.echo_of is not UNSET]
    (first,) = [event for event in trace.events if event.uid == echo.echo_of]
    assert echo.body == first.body == Text("I ask them and wait.")
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output, total.cache_read) == (2, 5, 49, 2200)


def test_what_the_runtime_announces_begins_no_turn() -> None:
    (only,) = {event.turn for event in read().events if event.turn is not UNSET}
    assert only == 1


def test_copies_of_a_session_are_no_sessions(tmp_path: Path) -> None:
    folder = tmp_path / ".openclaw/agents/main/sessions"
    folder.mkdir(parents=True)
    copies = (
        "a1.checkpoint.9f.jsonl",
        "a1.jsonl.reset.2026",
        "a1.jsonl.bak-7-1",
        "a1.jsonl.deleted.9",
        "a1.trajectory.jsonl",
    )
    for name in ("a1.jsonl", *copies, "sessions.json"):
        (folder / name).write_bytes(SAMPLE.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"]) == ("openclaw", "a1")


def test_a_twin_is_told_by_its_place(tmp_path: Path) -> None:
    folder = tmp_path / ".qclaw/agents/main/sessions"
    folder.mkdir(parents=True)
    (folder / "a1.jsonl").write_bytes(SAMPLE.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"]) == ("qclaw", "a1")


def test_a_tool_of_the_telemetry_ends_in_the_session_that_it_began_in() -> None:
    log = SAMPLE.parents[1] / "openclaw_telemetry" / "telemetry.jsonl"
    reader = registry.formats["openclaw-telemetry"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(log.read_bytes()), Place(), lambda _: None)
    ended = [(event.call, event.body.error) for event in trace.events if isinstance(event.body, ToolResult)]
    assert ended == [("4", False), ("3", True), (UNSET, False)]
