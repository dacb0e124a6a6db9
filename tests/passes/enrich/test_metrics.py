"""What a session took: tokens, time and cost, with the rules that say so."""

from __future__ import annotations

from typing import Any

from steno import registry
from steno.model import Derivation, Trace
from steno.model.steps import whole
from steno.passes.enrich import RULES, Enrich
from steno.passes.join import join
from steno.prices import Prices, Row
from tests.given.machine import record
from tests.given.usage import answer, claude, codex, rollout, tally, told, turn


def enriched(trace: Trace) -> Trace:
    return registry.passes["enrich"].run(trace, lambda _: None)


def said(trace: Trace) -> dict[str, Any]:
    return {key: note.value for key, note in whole(enriched(trace)).items()}


def test_the_totals_of_a_session() -> None:
    trace = claude([record("user", "Water the roses", 0, "s"), answer(1, "m1", 1), answer(2, "m1", 40)])
    known = said(trace)
    assert known["metrics"] == {
        "total_input_tokens": 10,
        "total_output_tokens": 40,
        "total_cache_read_tokens": 80,
        "total_cache_creation_tokens": 10,
        "cache_hit_rate": 0.8,
        "total_duration_s": 2.0,
        "estimated_cost_usd": round((10 * 5 + 80 * 0.5 + 10 * 6.25 + 40 * 25) / 1e6, 6),
    }
    assert [(each["model"], each["requests"]) for each in known["prices"]] == [("claude-opus-4-5", 1)]
    assert "unpriced" not in known


def test_cached_tokens_that_input_includes_are_counted_once() -> None:
    known = said(codex(rollout("t", [turn(), told(tally(100, 80, 5))])))
    assert known["metrics"]["cache_hit_rate"] == 0.8
    assert known["metrics"]["estimated_cost_usd"] == round((20 * 1.75 + 80 * 0.175 + 5 * 14) / 1e6, 6)


def test_one_request_without_a_price_leaves_the_cost_unknown() -> None:
    known = said(
        claude([answer(0, "m1", 1), answer(1, "m2", 1, model="garden-7b"), answer(2, "m3", 1, version="2.1.20")])
    )
    assert "estimated_cost_usd" not in known["metrics"]
    assert known["unpriced"] == {"no price known: garden-7b": 1, "output tokens not recorded": 1}
    assert "prices" not in known


def test_output_that_was_counted_while_it_came_in_is_a_lower_bound_and_says_so() -> None:
    partial, whole_answer = answer(0, "m1", 1), answer(1, "m2", 40)
    partial["message"]["stop_reason"], whole_answer["message"]["stop_reason"] = None, "end_turn"
    assert said(claude([partial, whole_answer]))["lower_bounds"] == {"total_output_tokens": 1}
    assert "lower_bounds" not in said(claude([whole_answer]))
    assert "lower_bounds" not in said(codex(rollout("t", [turn(), told(tally(100, 80, 5))])))


def test_a_session_without_usage_states_no_tokens_and_no_cost() -> None:
    known = said(claude([record("user", "Water the roses", 0, "s")]))
    assert not {"metrics", "prices", "unpriced"} & set(known)


def test_prices_may_be_given() -> None:
    row = Row(model="garden-7b", input=1, output=1, cache_read=1, cache_write=1, source="a contract", as_of="2026")
    trace = Enrich(Prices([row])).run(claude([answer(0, "m", 100, model="garden-7b")]), lambda _: None)
    metrics: Any = whole(trace)["metrics"].value
    assert metrics["estimated_cost_usd"] == 0.0002


def test_every_run_is_added_up_by_itself_and_what_it_repeats_counts_where_it_stands_first() -> None:
    main = claude([answer(0, "m1", 7), answer(1, "m2", 8)])
    side = [answer(0, "m1", 7, isSidechain=True, agentId="a"), answer(9, "m3", 5, isSidechain=True, agentId="a")]
    found = said(join(main, [claude(side, "a.jsonl")], lambda _: None))
    keys = ("run", "total_input_tokens", "total_output_tokens", "total_duration_s")
    runs = [tuple(each[key] for key in keys) for each in found["run_metrics"]]
    assert runs == [(None, 20, 15, 1.0), ("a", 10, 5, 9.0)]
    assert found["metrics"]["total_output_tokens"] == 20
    assert "run_metrics" not in said(main)


def test_times_that_are_spelled_in_several_ways_are_compared_as_instants() -> None:
    records = [answer(number, f"m{number}", 1) for number in range(3)]
    for each, time in zip(
        records, ("2026-01-02T03:00:00Z", "2026-01-02T02:59:59.500Z", "2026-01-02T05:00:00+01:00"), strict=True
    ):
        each["timestamp"] = time
    assert said(claude(records))["metrics"]["total_duration_s"] == 3600.5


def test_every_note_names_its_rule_and_events_that_exist() -> None:
    trace = enriched(claude([record("user", "Water the roses", 0, "s", gitBranch="main"), answer(1, "m1", 40)]))
    uids = {event.uid for event in trace.events}
    for note in trace.notes:
        assert isinstance(note.author, Derivation)
        assert note.author.rule in RULES
        assert note.evidence
        assert set(note.evidence) <= uids


def test_enriching_twice_changes_nothing_and_the_same_log_gives_the_same_notes() -> None:
    records = [record("user", "Water the roses", 0, "s"), answer(1, "m1", 40)]
    once = enriched(claude(records))
    assert enriched(once) is once
    assert enriched(claude(records)) == once


def test_every_rule_has_a_page() -> None:
    known = registry.codes()
    assert all(known[code.code] is code for code in RULES.values())
