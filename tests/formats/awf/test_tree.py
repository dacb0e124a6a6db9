"""The runs of AWF transcripts, and how they hang together."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from steno.base.exact import JSON
from steno.diagnostics import Diagnostic
from steno.formats.awf.runs import Run, Runs, Step
from steno.formats.awf.tree import Forest, forest
from tests.given.awf_runs import A, B, C, D, begun, calls, event
from tests.given.timing import quick


def gathered(files: Mapping[str, Iterable[bytes]]) -> tuple[Runs, list[Diagnostic]]:
    found: list[Diagnostic] = []
    runs = Runs(found.append)
    for name, lines in files.items():
        runs.add(io.BytesIO(b"".join(each + b"\n" for each in lines)), name)
    return runs, found


def grown(files: Mapping[str, Iterable[bytes]]) -> Forest:
    runs, found = gathered(files)
    assert found == []
    return forest(runs)


def said(found: Forest) -> list[str]:
    return [str(each) for each, _ in found.diagnostics]


# A17: nested runs, a missing child, cycles, several runs in one file, names of files that are not the run.


def test_three_levels_hang_under_each_other() -> None:
    found = grown(
        {
            f"{C}.jsonl": [begun(C, 4, B)],
            f"{A}.jsonl": [begun(A, 0), calls(A, B, 1)],
            f"{B}.jsonl": [begun(B, 2, A), calls(B, C, 3, A)],
        }
    )
    assert list(found.walk()) == [(0, A), (1, B), (2, C)]
    assert said(found) == []


def test_siblings_stand_in_the_order_in_which_they_began() -> None:
    files = {
        "a": [begun(A, 0), calls(A, B, 1), calls(A, C, 1), calls(A, D, 1)],
        "b": [begun(B, 30, A)],
        "c": [begun(C, 10, A)],
        "d": [begun(D, 20, A)],
    }
    assert list(grown(files).walk()) == [(0, A), (1, C), (1, D), (1, B)]


def test_a_child_that_no_file_holds_is_missing_and_has_its_place() -> None:
    found = grown({f"{A}.jsonl": [begun(A), calls(A, B, 1)]})
    assert list(found.walk()) == [(0, A), (1, B)]
    assert found.runs[B] == Run(B, caller=found.runs[A].steps["call", 0])
    assert said(found) == [f"{A}.jsonl:2: AWF901 the run {B} that {A} started is in none of the files"]


def test_orphans_of_one_missing_parent_stay_together() -> None:
    found = grown({f"{B}.jsonl": [begun(B, 1, A)], f"{C}.jsonl": [begun(C, 0, A)]})
    assert list(found.walk()) == [(0, A), (1, C), (1, B)]
    assert said(found) == [
        f"{B}.jsonl:1: AWF902 the parent {A} of {B} is in none of the files",
        f"{C}.jsonl:1: AWF902 the parent {A} of {C} is in none of the files",
    ]


def test_a_cycle_is_cut_before_the_run_that_began_first() -> None:
    found = grown(
        {
            f"{A}.jsonl": [begun(A, 5, C), calls(A, B, 5, C)],
            f"{B}.jsonl": [begun(B, 1, A), calls(B, C, 1, A)],
            f"{C}.jsonl": [begun(C, 9, B), calls(C, A, 9, B)],
            f"{D}.jsonl": [begun(D)],
        }
    )
    assert list(found.walk()) == [(0, D), (0, B), (1, C), (2, A)]
    assert found.elsewhere == {A: [B]}
    assert said(found) == [f"{B}.jsonl:1: AWF903 these runs are each other's ancestors: {B} → {C} → {A} → {B}"]


def test_a_run_that_is_its_own_parent_is_a_cycle() -> None:
    found = grown({f"{A}.jsonl": [begun(A, 0, A)]})
    assert list(found.walk()) == [(0, A)]
    assert found.elsewhere == {A: [A]}
    assert said(found) == [f"{A}.jsonl:1: AWF903 the run {A} is its own parent"]


def test_mixed_runs_in_a_file_are_told_apart() -> None:
    found = grown({f"{A}.jsonl": [begun(A), calls(A, B, 1), begun(B, 2, A), event(A, "run.completed", 3)]})
    assert list(found.walk()) == [(0, A), (1, B)]
    assert (found.runs[A].events, found.runs[B].events) == (3, 1)
    assert said(found) == [f"{A}.jsonl: AWF906 events of 2 runs"]


def test_a_run_is_known_by_its_events_whatever_its_file_is_called() -> None:
    found = grown({f"x/{B}.jsonl": [begun(A)]})
    assert list(found.walk()) == [(0, A)]
    assert said(found) == [f"x/{B}.jsonl: AWF908 holds the run {A}"]


def test_the_segments_of_a_run_are_one_run() -> None:
    found = grown({f"{A}.2.jsonl": [begun(A, 30)], f"{A}.jsonl": [event(A, "run.started", 10)]})
    assert (found.runs[A].first(), found.runs[A].last()) == ("2026-01-02T03:00:10Z", "2026-01-02T03:00:30Z")
    assert found.runs[A].events == 2
    assert said(found) == [f"{A}.2.jsonl: AWF907 the run {A} is in 2 files"]


def test_a_run_with_two_parents_is_drawn_where_both_sides_agree() -> None:
    found = grown(
        {
            f"{A}.jsonl": [begun(A, 0), calls(A, C, 1)],
            f"{B}.jsonl": [begun(B, 0), calls(B, C, 1)],
            f"{C}.jsonl": [begun(C, 2, B)],
        }
    )
    assert list(found.walk()) == [(0, A), (0, B), (1, C)]
    assert found.elsewhere == {A: [C]}
    assert said(found) == [f"{A}.jsonl:2: AWF904 the run {C} has several parents: {B}, {A}"]


def test_a_link_that_only_one_side_states_is_taken_and_said() -> None:
    found = grown(
        {
            f"{A}.jsonl": [begun(A, 0), calls(A, B, 1)],
            f"{B}.jsonl": [begun(B, 2)],
            f"{C}.jsonl": [begun(C, 3, A)],
        }
    )
    assert list(found.walk()) == [(0, A), (1, B), (1, C)]
    assert said(found) == [
        f"{A}.jsonl:2: AWF905 {A} names {B}, which does not name it",
        f"{C}.jsonl:1: AWF905 {C} names {A}, which does not name it",
    ]


def test_a_run_says_its_name_its_end_and_its_steps() -> None:
    step = {"name": "work", "kind": "agent"}
    lines = [
        begun(A, 0, name="review"),
        event(A, "step.started", 1, "work", step),
        event(A, "step.completed", 2, "work", step | {"error": "no"}),
        event(A, "step.started", 3, "work", step, iteration=1),
        event(A, "step.completed", 4, "work", step, iteration=1),
        calls(A, B, 5, path="child"),
        event(A, "run.completed", 6, payload={"name": "review", "kind": "workflow", "error": "gave up"}),
    ]
    run = gathered({"a": lines})[0].runs[A]
    assert (run.name, run.done, run.completed, run.error) == ("review", True, "2026-01-02T03:00:06Z", "gave up")
    assert list(run.steps.values()) == [
        Step("work", 0, "work", "agent", "2026-01-02T03:00:01Z", "2026-01-02T03:00:02Z", True, "no"),
        Step("work", 1, "work", "agent", "2026-01-02T03:00:03Z", "2026-01-02T03:00:04Z", True),
        Step("child", 0, "child", "call_workflow", "2026-01-02T03:00:05Z", children={B: None}),
    ]


def test_of_a_run_that_says_little_its_caller_tells_the_name_and_the_end() -> None:
    step = {"name": "deploy", "kind": "call_workflow"}
    lines = [
        event(A, "step.call_workflow.started", 1, "x", step, child_run_id=B),
        event(A, "step.call_workflow.completed", 9, "x", step | {"error": "no disk"}, child_run_id=B),
    ]
    run = grown({f"{A}.jsonl": lines, f"{B}.jsonl": [event(B, "step.started", 2, parent_run_id=A)]}).runs[B]
    assert (run.title, run.status()) == ("deploy", ("failed", "no disk"))


def test_a_tool_call_that_agent_and_router_both_state_counts_once() -> None:
    def use(id: str, given: JSON) -> dict[str, JSON]:
        return {
            "type": "tool_use", "fidelity": "agent_emitted", "tool_name": "Read", "tool_id": id, "tool_input": given,
        }  # fmt: skip

    def call(id: str, given: JSON) -> bytes:
        payload = {"name": "Read", "call_id": id, "input": given, "output": None, "fidelity": "router"}
        return event(A, "tool.call", payload=payload)

    message = {"role": "assistant", "blocks": [use("t1", {"path": "x"}), use("t2", {"path": "only the agent's"})]}
    lines = [event(A, "message.assistant", payload=message), call("c1", {"path": "x"}), call("c2", {"path": "y"})]
    assert gathered({"a": lines})[0].runs[A].calls == 3


def test_bad_lines_are_said_and_reading_goes_on() -> None:
    runs, found = gathered({"a": [begun(A), b"{torn", b'{"no":"event"}', begun(B, 0, A), b"[1]"]})
    assert list(runs.runs) == [A, B]
    assert [str(each).partition(":")[2][:8] for each in found] == ["2: SRC00", "5: SRC00", "3: AWF90"]


def test_a_file_of_something_else_is_passed_over() -> None:
    def endless() -> Iterable[bytes]:
        yield from [b'{"type":"user","sessionId":"x"}'] * 60
        yield begun(A)

    runs, found = gathered({"s.jsonl": endless(), "b": [begun(B)]})
    assert list(runs.runs) == [B]
    assert [str(each) for each in found] == ["s.jsonl: AWF910 not an AWF transcript; skipped"]


def test_odd_envelopes_break_nothing() -> None:
    lines = [
        b'{"run_id":"' + A.encode() + b'","type":"step.started","path":7,"iteration":"x","timestamp":null,"payload":3}',
        b'{"run_id":"' + A.encode() + b'","type":"run.completed","payload":[1],"parent_run_id":5,"child_run_id":{}}',
        b'{"run_id":"' + A.encode() + b'","type":"message.user","payload":{"role":1,"blocks":[3,{"type":[]}]}}',
    ]
    run = gathered({"a": lines})[0].runs[A]
    assert (run.events, run.done, run.parents, run.children, run.first()) == (3, True, {}, {}, None)


def test_ten_thousand_levels_and_a_ring_of_as_many_are_no_trouble() -> None:
    count = 10_000
    ids = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(count)]
    chain = [begun(id, 0, parent) for id, parent in zip(ids, ["", *ids], strict=False)]
    ring = [begun(id, 0, parent) for id, parent in zip(ids, [ids[-1], *ids], strict=False)]
    assert [depth for depth, _ in grown({"a": chain}).walk()] == list(range(count))
    found = grown({"a": ring})
    assert [depth for depth, _ in found.walk()] == list(range(count))
    assert [each.count("→") for each in said(found) if "AWF903" in each] == [7]
    assert quick(lambda: [list(grown({"a": each}).walk()) for each in (chain, ring)], 5)
