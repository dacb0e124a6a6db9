"""Work on many inputs, one after another or several at once.  What comes out is the same, in the same order.

    with at_once(work, jobs) as each:
        for outcome in each(words):
            result = outcome.told(report)

Work is a function of an input and of nothing else that changes: it may run in another process, writes no file, and
gives back what its caller writes.  So whoever ends a run half-way leaves nothing half-written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from steno.api.outcome import Each, Outcome, Prepare, Work, attempt, done, share, unprepared
from steno.api.progress import Progress, silent

R = TypeVar("R")


@contextmanager
def at_once(
    work: Work[R], jobs: int = 1, most: int | None = None, load: Callable[[], object] = lambda: None
) -> Iterator[Each[R]]:
    """Works on that many inputs at once, of which there are `most` at most; on one by one without any process.

    To be entered before other threads are started, as processes begin at once and cheaply only then: with all that is
    loaded here, and `load` loads what every one of them needs.
    """
    wanted = jobs if most is None else min(jobs, most)
    if wanted <= 1:
        yield _OneByOne(work)
        return
    from steno.api.workers import Workers  # costs start-up, and few runs want it

    load()
    with Workers(work, wanted) as workers:
        yield workers.each


def cores() -> int:
    """How many jobs this machine lets us do at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _OneByOne(Generic[R]):
    def __init__(self, work: Work[R]) -> None:
        self._work = work

    def __call__(
        self, words: Iterable[Any], prepare: Prepare = unprepared, *, doing: str = "", progress: Progress = silent
    ) -> Iterator[Outcome[R]]:
        for number, word in enumerate(words):
            progress(f"{doing} {word}", share(number, words))
            yield attempt(lambda report: done(self._work, prepare(word, report), report, progress), word, [])  # noqa: B023
