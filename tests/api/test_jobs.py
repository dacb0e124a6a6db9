"""Several inputs at once: the same outcomes in the same order, whoever works on them and whatever happens to them."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.api.jobs import at_once, cores
from steno.api.outcome import Here, Outcome
from steno.api.progress import Progress
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import Died, NotFound, StenoWarning, Unreadable

BOTH = pytest.mark.parametrize("spawned", [False, True], ids=["forked", "spawned"])


def said(word: object) -> Diagnostic:
    return Diagnostic("TST001", Severity.NOTE, f"about {word}", Place("a"))


def square(item: int, report: Report, progress: Progress) -> int:
    """Says something of every number; will not have a multiple of five; is slow with every third."""
    report(said(item))
    if item % 3 == 0:
        time.sleep(0.01)
    if item % 5 == 0:
        raise NotFound(f"{item} cannot be", "try another")
    return item * item


def dies(item: Path | int, report: Report, progress: Progress) -> int:
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def breaks(item: int, report: Report, progress: Progress) -> int:
    return 1 // (item - 2)


def warns(item: int, report: Report, progress: Progress) -> int:
    warnings.warn("mind the gap", StenoWarning, stacklevel=1)
    return item


def pid(item: object, report: Report, progress: Progress) -> int:
    return os.getpid()


def closure(item: object, report: Report, progress: Progress) -> object:
    return lambda: item


@contextmanager
def another_thread(wanted: bool) -> Iterator[None]:
    """With one, processes are spawned: it is not safe to fork then."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    if wanted:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if wanted:
            thread.join()


def told(outcome: Outcome[Any]) -> tuple[object, ...]:
    error = outcome.error
    about = None if error is None else (type(error), str(error), getattr(error, "hint", ""))
    return outcome.word, outcome.said, outcome.result, about


def outcomes(words: list[int], jobs: int) -> list[tuple[object, ...]]:
    def prepare(word: int, report: Report) -> int | Here:
        report(said("the preparation"))
        if word % 7 == 0:
            raise Unreadable(f"{word} is nothing")
        return Here(word) if word % 11 == 0 else word

    with at_once(square, jobs) as each:
        return [told(outcome) for outcome in each(iter(words), prepare)]


@given(st.lists(st.integers(0, 100), max_size=40), st.integers(2, 4))
def test_outcomes_are_those_of_one_job_in_the_same_order(words: list[int], jobs: int) -> None:
    assert outcomes(words, jobs) == outcomes(words, 1)


@BOTH
def test_work_is_done_by_other_processes_and_by_this_one_only_where_it_must(spawned: bool) -> None:
    with another_thread(spawned), at_once(pid, 2) as each:
        found = [outcome.told() for outcome in each([1, 2, 3, 4], lambda word, _: Here(word) if word == 3 else word)]
    assert found[2] == os.getpid()
    assert os.getpid() not in (found[0], found[1], found[3])


@BOTH
def test_a_worker_that_is_killed_names_its_input_and_the_others_are_done(spawned: bool) -> None:
    with another_thread(spawned), at_once(dies, 2) as each:
        found = list(each(range(9)))
    (died,) = [outcome for outcome in found if outcome.error]
    assert (died.word, type(died.error)) == (3, Died)
    assert str(died.error) == "3: the process that worked on it was killed (SIGKILL)"
    assert [outcome.word for outcome in found] == list(range(9))


def test_a_worker_that_is_killed_with_nothing_to_do_harms_nobody() -> None:
    with at_once(pid, 2) as each:
        first = [outcome.told() for outcome in each([1, 2, 3])]
        os.kill(first[0], signal.SIGKILL)
        time.sleep(0.1)
        assert first[0] not in [outcome.told() for outcome in each([1, 2, 3, 4])]


def test_no_worker_is_left_whatever_ends_the_block() -> None:
    with pytest.raises(KeyboardInterrupt), at_once(pid, 3) as each:
        found = {outcome.told() for outcome in each(range(20))}
        raise KeyboardInterrupt
    for worker in found:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_a_bug_is_raised_where_it_would_be_and_says_where_it_stands() -> None:
    done = []
    with pytest.raises(ZeroDivisionError) as caught, at_once(breaks, 2) as each:
        for outcome in each(range(6)):
            done.append(outcome.told())  # noqa: PERF401  what was done before it is looked at
    assert done == [-1, -1]
    assert [frame.name for frame in caught.value.frames][-1] == "breaks"  # type: ignore[attr-defined]


def test_a_warning_is_given_once_by_the_process_that_is_asked() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        with at_once(warns, 2) as each:
            assert [outcome.told() for outcome in each(range(6))] == list(range(6))
    assert [str(each.message) for each in caught] == ["mind the gap"]


def test_a_result_that_cannot_leave_its_process_is_a_bug_that_is_told() -> None:
    with at_once(closure, 2) as each, pytest.raises(RuntimeError, match="cannot leave its process"):
        next(iter(each([1]))).told()


def test_one_input_starts_no_process() -> None:
    with at_once(pid, 8, most=1) as each:
        assert [outcome.told() for outcome in each([1])] == [os.getpid()]
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_one_job_imports_nothing_that_starts_processes() -> None:
    code = "import sys, steno.api.check, steno.api.redact; sys.exit('multiprocessing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_world_of_this_process_can_be_handed_to_another() -> None:
    from steno.api.world import here

    world = here()
    again = pickle.loads(pickle.dumps(world))  # noqa: S301  our own
    assert (again.environ, again.home, again.folder) == (dict(os.environ), world.home, world.folder)
    assert again.clock().tzinfo is not None
