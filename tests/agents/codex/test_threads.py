"""Threads of several files: sub-agents, forks, and rollouts whose beginning stands in another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steno import session
from steno.diagnostics import Diagnostic
from steno.model import Kind, Text, Trace
from steno.testing.conformance import values
from steno.usage import requests, sums
from tests.given.machine import lines, steno
from tests.given.usage import rollout, tally, told, turn

DAY = Path(".codex/sessions/2026/01/02")


def said(text: str) -> list[dict[str, Any]]:
    return [
        {"type": "response_item",
         "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": text}},
    ]  # fmt: skip


def called(id: str, tool: str = "exec_command", output: str = "ok") -> list[dict[str, Any]]:
    return [
        {"type": "response_item", "payload": {"type": "function_call", "name": tool, "arguments": "{}", "call_id": id}},
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": id, "output": output}},
    ]


def put(home: Path, name: str, records: list[dict[str, Any]], folder: Path = DAY) -> Path:
    path = home / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(records))
    return path


def rollouts(home: Path, id: str, records: list[dict[str, Any]], **more: Any) -> Path:
    return put(home, f"rollout-2026-01-02T03-04-05-{id}.jsonl", rollout(id.partition("_")[0], records, **more))


def whole(path: Path) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    (trace,) = session.read(session.Input(str(path), path), None, found.append, subagents=True)  # type: ignore[arg-type]
    return trace, found


def texts(trace: Trace) -> list[str]:
    return [event.body.text for event in trace.events if event.kind is Kind.MESSAGE and isinstance(event.body, Text)]


def spawn(parent: str, **more: Any) -> dict[str, Any]:
    return {"source": {"subagent": {"thread_spawn": {"parent_thread_id": parent, "depth": 1}}}, **more}


PARENT = [turn(), *said("Plant"), *called("c1", "spawn_agent", '{"agent_id":"kid"}'), told(tally(100, 80, 5))]


@pytest.mark.parametrize("where", ["store", "beside"])
def test_a_sub_agent_is_joined_into_the_thread_that_started_it(tmp_path: Path, where: str) -> None:
    kid = rollout("kid", [turn(), *said("Dig"), *called("c1"), told(tally(50, 0, 5))], **spawn("p"))
    if where == "store":
        main = rollouts(tmp_path, "p", PARENT)
        put(tmp_path, "rollout-2026-01-03T00-00-00-kid.jsonl", kid, Path(".codex/sessions/2026/01/03"))
    else:
        main = put(tmp_path, "0.jsonl", rollout("p", PARENT), Path("given"))
        put(tmp_path, "1.jsonl", kid, Path("given"))
    trace, found = whole(main)
    assert found == []
    assert [event.span for event in trace.events if event.kind is Kind.SPAN_START] == ["kid"]
    assert {event.actor for event in trace.events if isinstance(event.body, Text) and event.body.text == "Dig"} != {
        "human"
    }
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output) == (2, 150, 10)
    row = steno("cost", "--json", str(main), home=tmp_path).json()[-1]
    assert (row["requests"], row["sessions"]) == (2, 1)


def test_a_thread_alone_says_of_its_sub_agents_only_what_it_holds(tmp_path: Path) -> None:
    trace, found = whole(rollouts(tmp_path, "p", PARENT))
    assert (found, [event.kind for event in trace.events if event.kind is Kind.SPAN_START]) == ([], [])


COPIED = [*said("Plant"), *called("c1"), told(tally(100, 80, 5))]


def test_what_a_fork_copied_is_found_in_the_thread_it_was_forked_from(tmp_path: Path) -> None:
    origin = rollout("p", [turn(), *COPIED, *said("Water")])
    put(tmp_path, "rollout-2026-01-02T03-04-05-p.jsonl", origin)
    copies = [{key: each[key] for key in ("type", "payload")} for each in origin[: 2 + len(COPIED)]]
    own = [*said("Prune"), *called("c2"), told(tally(150, 80, 6))]
    fork = rollouts(tmp_path, "f", [*copies, *own], forked_from_id="p")
    trace, _ = whole(fork)
    assert [event.signs.replayed for event in trace.events if event.kind is Kind.TOOL_CALL] == [True, False]
    seen = session.overview(trace)
    assert (seen.turns, seen.tools) == (1, 1)
    card = steno("info", str(fork), home=tmp_path).out
    assert "continues     p, 1 tool call repeated from it and counted there" in card
    assert "tools         1 call: exec_command 1" in card


def test_what_is_older_than_the_thread_was_copied(tmp_path: Path) -> None:
    old = [{"timestamp": f"2026-01-01T00:00:0{number}Z", **each} for number, each in enumerate(COPIED)]
    fork = rollouts(tmp_path, "f", [*old, *said("Prune"), told(tally(150, 80, 6))], forked_from_id="gone")
    trace, _ = whole(fork)
    assert (session.overview(trace).turns, session.overview(trace).tools) == (1, 0)
    assert sums(requests(trace)).requests == 1
    assert sums(requests(trace, replayed=True)).requests == 2


def test_copies_count_once_where_the_thread_that_made_them_is_gone(tmp_path: Path) -> None:
    old = [{"timestamp": f"2026-01-01T00:00:0{number}Z", **each} for number, each in enumerate(COPIED)]
    for name, output in (("f", 6), ("g", 7)):
        rollouts(tmp_path, name, [*old, told(tally(150, 80, output))], forked_from_id="gone")
    assert steno("cost", "--json", home=tmp_path).json()[-1]["requests"] == 3


def numbered(records: list[dict[str, Any]], first: int = 0) -> list[dict[str, Any]]:
    return [{**each, "ordinal": number} for number, each in enumerate(records, first)]


def base(id: str, end: int) -> dict[str, Any]:
    return {"history_mode": "paginated", "history_base": {"thread_id": id, "end_ordinal_exclusive": end}}


def test_the_beginning_of_a_paginated_fork_is_fetched_through_all_files_that_have_it(tmp_path: Path) -> None:
    first = numbered(rollout("p", [*said("one"), *said("two")], history_mode="paginated"))
    put(tmp_path, "rollout-2026-01-02T03-04-05-p.jsonl", first)
    second = numbered(rollout("f", [*said("three"), *said("four")], forked_from_id="p", **base("p", 3)), 3)
    put(tmp_path, "rollout-2026-01-02T04-04-05-f.jsonl", second)
    third = numbered(rollout("g", said("five"), forked_from_id="f", **base("f", 6)), 6)
    path = put(tmp_path, "rollout-2026-01-02T05-04-05-g.jsonl", third)
    trace, found = whole(path)
    assert found == []
    assert texts(trace) == ["one", "three", "five"]
    assert [event.turn for event in trace.events if event.kind is Kind.MESSAGE] == [1, 2, 3]
    assert session.overview(trace).turns == 1
    assert len({event.uid for event in trace.events}) == len(trace.events)
    assert "continues     f" in steno("info", str(path), home=tmp_path).out


def test_a_reverted_rollout_goes_on_from_the_one_before(tmp_path: Path) -> None:
    first = numbered(rollout("p", [*said("one"), *said("two")], history_mode="paginated"))
    put(tmp_path, "rollout-2026-01-02T03-04-05-p.jsonl", first)
    again = numbered(rollout("p", said("instead"), **base("p", 3)), 3)
    path = put(tmp_path, "rollout-2026-01-02T03-04-05-p_r2.jsonl", again)
    last = numbered(rollout("p", said("and so"), **base("r2", 5)), 5)
    assert texts(whole(path)[0]) == ["one", "instead"]
    end = put(tmp_path, "rollout-2026-01-02T03-04-05-p_r3.jsonl", last)
    assert texts(whole(end)[0])[:2] == ["one", "instead"]


def test_a_beginning_that_is_not_there_or_names_itself_is_said(tmp_path: Path) -> None:
    lost = put(tmp_path, "rollout-2026-01-02T03-04-05-f.jsonl", numbered(rollout("f", said("x"), **base("p", 3)), 3))
    trace, found = whole(lost)
    assert (texts(trace), [each.code for each in found]) == (["x"], ["SRC021"])
    ring = put(tmp_path, "rollout-2026-01-02T03-04-05-r.jsonl", numbered(rollout("r", said("x"), **base("r", 3)), 3))
    assert [each.code for each in whole(ring)[1]] == ["SRC021"]


def test_a_fork_is_written_back_as_it_was(tmp_path: Path) -> None:
    old = [{"timestamp": f"2026-01-01T00:00:0{number}Z", **each} for number, each in enumerate(COPIED)]
    fork = rollouts(tmp_path, "f", [*old, *said("Prune")], forked_from_id="gone")
    out = tmp_path / "out.jsonl"
    ended = steno("convert", str(fork), "-t", "codex", "-o", str(out), home=tmp_path)
    assert ended.code == 0, ended.err
    assert values(out.read_bytes()) == values(fork.read_bytes())
