"""What programs print of how they fared."""

from __future__ import annotations

import time

import pytest

from steno.verdicts.summaries import SUMMARIES, Summary, View, crashed, verdict

CASES = [
    *((each, example, False) for each in SUMMARIES for example in each.failures),
    *((each, example, True) for each in SUMMARIES for example in each.successes),
    *((each, example, None) for each in SUMMARIES for example in each.neither),
]


@pytest.mark.parametrize(("summary", "example", "worked"), CASES)
def test_an_example_is_told_apart(summary: Summary, example: str, worked: bool | None) -> None:
    assert verdict(f"Digging\n{example}\n", View.WHOLE) is worked
    seen_in_part = worked if summary.total or not worked else None
    assert verdict(example, View.PART) is seen_in_part


@pytest.mark.parametrize("summary", SUMMARIES)
def test_every_summary_has_examples(summary: Summary) -> None:
    assert summary.failures
    assert bool(summary.passed) == bool(summary.successes)


def test_one_failure_outweighs_what_passed() -> None:
    assert verdict("ok  \tbeds\t0.1s\nFAIL\ttaps\t0.1s\n", View.WHOLE) is False


RAISED = 'Traceback (most recent call last):\n  File "bed.py", line 3, in <module>\nValueError: dry\n'


def test_a_traceback_counts_where_it_ends_the_output() -> None:
    assert crashed(RAISED)
    assert not crashed(RAISED + "\n".join(f"rose {number} is fine" for number in range(9)))


@pytest.mark.parametrize("piece", ["a", "=", "1 passed, ", " ", "\n", "a\n", "ok  ", "Ran 1 test in 0.1s\n", "1 a, "])
def test_a_megabyte_takes_a_moment(piece: str) -> None:
    begin = time.process_time()
    verdict(piece * (1_000_000 // len(piece)), View.WHOLE)
    assert time.process_time() - begin < 10
