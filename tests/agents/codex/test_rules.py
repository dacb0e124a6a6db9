"""The rules of rollout files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from steno.agents.codex.rules import RULES, load
from steno.contracts import Rule
from steno.diagnostics import Diagnostic, Place

FIXTURES = Path(__file__).parents[2] / "fixtures/codex"


def check(data: bytes, rules: tuple[Rule, ...] = RULES) -> list[str]:
    found: list[Diagnostic] = []
    trace = load(io.BytesIO(data), Place(), lambda _: None)
    for rule in rules:
        rule(trace, Place("f"), found.append)
    return [str(each) for each in found]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert check(rule.good.encode(), (rule,)) == []
    assert len(check(rule.bad.encode(), (rule,))) >= 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_good_example_breaks_no_rule_at_all(rule: Rule) -> None:
    assert check(rule.good.encode()) == []


@pytest.mark.parametrize("name", ["wrapped", "bare", "fork", "rollback"])
def test_a_rollout_that_codex_may_have_written_breaks_no_rule(name: str) -> None:
    assert check((FIXTURES / f"{name}.jsonl").read_bytes()) == []


def test_a_fork_of_a_paginated_thread_says_where_its_beginning_is() -> None:
    data = (FIXTURES / "paginated.jsonl").read_bytes().splitlines()[0]
    base = "019a0000-0000-7000-8000-00000000000a"
    message = f"the records before ordinal 7 are in the rollout {base!r}"
    assert check(data) == [f"f:1:/payload/history_base: CDX004 {message}"]


def test_ordinals_are_checked_from_where_the_prefix_ends() -> None:
    lines = (FIXTURES / "paginated.jsonl").read_bytes().splitlines(keepends=True)
    gap = b"".join([*lines[:3], *lines[4:7]])
    assert [each for each in check(gap) if "CDX003" in each] == ["f:4:/ordinal: CDX003 ordinal is 11, expected 10"]
    swapped = b"".join([lines[0], lines[2], lines[1]])
    assert [each for each in check(swapped) if "CDX003" in each] == [
        "f:2:/ordinal: CDX003 ordinal is 9, expected 8",
        "f:3:/ordinal: CDX003 ordinal is 8, expected 10",
    ]


def test_an_empty_file_breaks_no_rule() -> None:
    assert check(b"") == []
