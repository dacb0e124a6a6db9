"""The rules of transcripts: one for each sentence that a file can break.  Their examples are tested with the format."""

from __future__ import annotations

import io
from typing import Any

from steno.contracts import Finding
from steno.diagnostics import Place
from steno.formats.awf.document import load
from steno.formats.awf.rules import RULES
from tests.given.awf import CHILD, FIXTURES, call, checked, errors, line, message, result

STEP = {"name": "a", "kind": "agent"}


def test_whole_transcripts_are_clean_and_a_mixed_one_is_warned_of() -> None:
    assert checked((FIXTURES / "run.jsonl").read_bytes()) == []
    assert checked((FIXTURES / "child.jsonl").read_bytes()) == []
    assert checked((FIXTURES / "mixed.jsonl").read_bytes()) == ["AWF017"]


def test_codes_are_unique_and_in_order() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))


def test_a_bad_example_breaks_its_own_rule_and_few_others() -> None:
    """So that the examples show what they are about."""
    for rule in RULES:
        found = set(checked(rule.bad.encode()))
        assert rule.code in found
        assert len(found) <= 4, (rule.code, found)


def test_a_good_example_has_no_errors_of_another_rule_than_of_what_it_leaves_out() -> None:
    for rule in RULES:
        allowed = {"AWF002", "AWF050", "AWF053"}  # an example may be the end of something
        assert {each.split()[1] for each in errors(rule.good.encode())} <= allowed, rule.code


def test_a_restarted_seq_is_said_in_its_line() -> None:
    data = line("run.started", None, 1) + line("run.completed", None, 5) + line("run.started", None, 1)
    assert [each for each in errors(data) if "AWF00" in each] == [
        "3:/seq: AWF003 seq is 1 after 5, expected a larger one",
        "2:/seq: AWF004 seq is 5 after 1: 3 missing",
    ]


def test_lines_without_an_object_do_not_shift_the_numbers_of_others() -> None:
    data = line("run.started", None, 1) + b"garbage\n\n" + line("run.completed", None, 3)
    assert "4:/seq: AWF004 seq is 3 after 1: 1 missing" in errors(data)


def test_calls_of_different_runs_are_apart() -> None:
    data = call("c", seq=1) + result("c", seq=2, run_id=CHILD)
    assert set(checked(data)) == {"AWF017", "AWF050", "AWF051"}


def test_iterations_of_a_step_are_paired_each_for_itself() -> None:
    def step(end: str, seq: int, iteration: int) -> bytes:
        return line(f"step.{end}", STEP, seq, path="a", iteration=iteration)

    whole = step("started", 1, 0) + step("started", 2, 1) + step("completed", 3, 0)
    assert checked(whole + step("completed", 4, 1)) == []
    assert checked(whole + step("completed", 4, 2)) == ["AWF053", "AWF054"]


def test_a_last_line_without_an_end_is_said() -> None:

    document = load(io.BytesIO(line("run.started", None)[:-1]), Place(), print)
    (rule,) = (rule for rule in RULES if rule.code == "AWF016")
    assert list(rule.check(document)) == [Finding("", "the line ends in nothing, expected a line feed", 1)]


def test_a_type_that_is_not_known_is_not_asked_for_a_shape() -> None:
    assert checked(line("step.paused", {"anything": 1})) == ["AWF008"]


def test_every_value_of_the_wrong_kind_is_a_finding_and_never_an_exception() -> None:
    values: list[Any] = [None, True, 7, 1.5, "x", [], {}, [[]]]
    for value in values:
        for key in (
            "seq",
            "run_id",
            "parent_run_id",
            "child_run_id",
            "type",
            "path",
            "iteration",
            "timestamp",
            "payload",
        ):
            assert isinstance(checked(line(**_with(key, value))), list)
        for key in ("name", "kind", "error", "result", "role", "blocks", "call_id", "fidelity"):
            for type in ("step.started", "message.user", "tool.call", "tool.result"):
                assert isinstance(checked(line(type, {"kind": "a", key: value})), list)
        assert checked(message(value)) != []


def _with(key: str, value: Any) -> dict[str, Any]:
    return {"type": "step.started", "payload": STEP, key: value}
