"""`steno explain SESSION FIELD`: of every field of a record its bytes, the rule that made it, or who said so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.given.machine import claude, dialogue, record, steno
from tests.given.opentraces import SEED
from tests.given.usage import answer


def explained(path: Path, field: str) -> dict[str, Any]:
    ended = steno("explain", str(path), field, "--json", home=path.parent)
    assert ended.code == 0, ended.err
    (known,) = ended.json()
    assert (known.pop("schema"), known.pop("field")) == ("steno.explain/1", field)
    return dict(known)


def spots(path: Path, known: dict[str, Any]) -> list[Any]:
    """The bytes that the evidence names, as what they say there."""
    data, found = path.read_bytes(), []
    for each in known["evidence"]:
        assert each["path"] == str(path)
        value = json.loads(data[each["offset"] : each["offset"] + each["length"]])
        for key in each["pointer"].split("/")[1:]:
            value = value[int(key)] if isinstance(value, list) else value[key]
        found.append(value)
    return found


def test_a_total_names_its_rule_and_the_bytes_it_begins_and_ends_with(tmp_path: Path) -> None:
    path = claude(tmp_path, "s", [record("user", "Hi", 0, "s"), answer(1, "m1", 7), answer(2, "m2", 7)])
    known = explained(path, "metrics.total_input_tokens")
    assert [each["line"] for each in known["evidence"]] == [2, 3]
    assert [set(each) for each in known["evidence"]] == [{"uid", "path", "line", "offset", "length", "pointer"}] * 2
    del known["evidence"]
    assert known == {"value": 20, "how": "derived", "rule": "enrich/metrics", "code": "ENR010"}
    cost = explained(path, "metrics.estimated_cost_usd")
    assert (cost["rule"], cost["value"] > 0) == ("enrich/cost", True)


@pytest.mark.parametrize(
    ("field", "value", "spot"),
    [
        ("session_id", "s", "s"),
        ("agent.version", "2.1.0", "2.1.0"),
        ("steps[0].content", "Water the roses", "Water the roses"),
        ("/steps/1/reasoning_content", "They look dry.", {"thinking": "They look dry."}),
        ("steps.2.tool_calls[0].input.command", "water --roses", {"input": {"command": "water --roses"}}),
        ("steps.2.tool_calls.0.tool_call_id", "toolu_1", {"id": "toolu_1"}),
        ("steps.2.observations.0.content", "done", {"content": "done"}),
        ("steps.3.timestamp", "2026-01-02T03:04:04Z", {"text": "The roses are watered."}),
        ("timestamp_start", "2026-01-02T03:04:00Z", "Water the roses"),
    ],
)
def test_what_stands_in_the_log_is_observed_with_its_bytes(tmp_path: Path, field: str, value: Any, spot: Any) -> None:
    path = claude(tmp_path, "s")
    known = explained(path, field)
    assert (known["value"], known["how"]) == (value, "observed")
    (found,) = spots(path, known)
    assert spot.items() <= found.items() if isinstance(spot, dict) else spot == found


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema_version", "0.9.0"),
        ("agent.name", "claude-code"),
        ("agent.model", "anthropic/claude-test-1"),
        ("steps.3.model", "anthropic/claude-test-1"),
        ("metrics.total_steps", 4),
        ("lifecycle", "provisional"),
        ("generation_index", 0),
        ("steps[2].role", "agent"),
        ("steps[2].tool_calls[0].duration_ms", 1000),
        ("context_tree_summary.node_count", 3),
        ("security.scanned", False),
    ],
)
def test_what_is_made_is_derived_and_says_how(tmp_path: Path, field: str, value: Any) -> None:
    known = explained(claude(tmp_path, "s"), field)
    assert (known["value"], known["how"], known["rule"]) == (value, "derived", "opentraces")
    assert known["page"].endswith(".")


@pytest.mark.parametrize(
    ("field", "value"),
    [("steps[0].model", None), ("system_prompts", {}), ("dependencies", []), ("task.base_commit", None)],
)
def test_what_the_log_does_not_say_is_not_known(tmp_path: Path, field: str, value: Any) -> None:
    path = claude(tmp_path, "s")
    assert explained(path, field) == {"value": value, "how": "not known"}
    said = steno("explain", str(path), field, home=tmp_path)
    assert (said.code, said.out.startswith(f"{field} is not known: the log does not say")) == (0, True)


@pytest.mark.parametrize(
    ("field", "stands"), [("outcome.committed", False), ("outcome.signal_source", "deterministic")]
)
def test_where_the_schema_has_no_word_for_that_its_own_default_is_shown(
    tmp_path: Path, field: str, stands: Any
) -> None:
    path = claude(tmp_path, "s")
    known = explained(path, field)
    assert (known["value"], known["how"]) == (stands, "not known")
    said = steno("explain", str(path), field, home=tmp_path).out.splitlines()[0]
    word = str(stands).lower()
    assert said == f"{field} is not known: the log does not say; the record has {word} for that"


def test_a_cost_that_is_not_known_says_why(tmp_path: Path) -> None:
    path = claude(tmp_path, "s", [record("user", "Hi", 0, "s"), answer(1, "m1", 7, model="rose-9")])
    known = explained(path, "metrics.estimated_cost_usd")
    assert (known["value"], known["how"], known["page"]) == (
        None, "not known", "Requests without a price: no price known: rose-9 (1).",
    )  # fmt: skip


def test_what_a_record_says_itself_goes_before_what_a_rule_makes_of_it(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(json.dumps(SEED) + "\n")
    for field, value in (
        ("metrics.total_input_tokens", 8400),
        ("task.repository", "acme/webapp"),
        ("steps.1.role", "agent"),
    ):
        known = explained(path, field)
        assert (known["value"], known["how"], spots(path, known)) == (value, "observed", [value])


def test_what_somebody_said_names_them(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(json.dumps(SEED) + "\n")
    said = ("--author", "Nora", "--role", "human", "--goal-notes", "All is well.")
    assert steno("note", str(path), *said, home=tmp_path).code == 0
    known = explained(path, "goal_notes")
    assert (known["value"], known["how"], known["author"]) == ("All is well.", "annotated", "human:Nora")


def test_for_people_the_bytes_and_the_page_of_the_rule_are_printed(tmp_path: Path) -> None:
    path = claude(tmp_path, "s")
    length = path.read_bytes().index(b"\n") + 1
    said = steno("explain", str(path), "steps[0].content", home=tmp_path)
    assert said.out.splitlines() == [
        "steps[0].content  Water the roses", "observed", f"  s.jsonl:1  bytes 0-{length}  /message/content"
    ]  # fmt: skip
    assert steno("explain", str(path), "lifecycle", home=tmp_path).out.splitlines()[:2] == [
        "lifecycle  provisional", "derived by opentraces",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("metrics.total_input_token", "did you mean 'metrics.total_input_tokens'?"),
        ("stepz", "did you mean 'steps'?"),
        ("steps[99].content", "steps has 4 entries, counted from 0"),
        ("steps[0].content.x", "steps.0.content is not an object"),
        ("agent.zzz", "agent has name, version, model"),
        ("", "no field named ''"),
    ],
)
def test_a_field_that_does_not_exist_is_refused(tmp_path: Path, field: str, says: str) -> None:
    ended = steno("explain", str(claude(tmp_path, "s")), field, home=tmp_path)
    assert (ended.code, says in ended.err, ended.err.count("\n")) == (2, True, 1)


def test_a_field_goes_with_no_step(tmp_path: Path) -> None:
    assert steno("explain", str(claude(tmp_path, "s")), "metrics", "--step", "1", home=tmp_path).code == 2


def test_hostile_values_and_names_are_shown_and_never_obeyed(tmp_path: Path) -> None:
    path = claude(tmp_path, "s", dialogue("s", prompt="\x1b[2Jhi\u202e"))
    for field in ("steps[0].content", "\x1b[31m", "steps.\u202e"):
        ended = steno("explain", str(path), field, home=tmp_path)
        assert not {"\x1b", "\u202e"} & set(ended.out + ended.err)
