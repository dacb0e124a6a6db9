"""Processes that work on inputs for this one.  They write nothing: they can be ended at any moment without a trace.

A worker holds at most two inputs, the one that it works on and the next, so that it never waits for this process; and
it is known which input it had when it died.
"""

from __future__ import annotations

import pickle
import signal
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.reduction import ForkingPickler
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from steno.api.outcome import Here, Outcome, Prepare, Work, attempt, done, share, unprepared
from steno.api.progress import Progress, silent
from steno.diagnostics import Diagnostic
from steno.errors import Died, UsageError

R = TypeVar("R")

_HELD = 2
"""How many inputs a worker has at a time."""
_AHEAD = 4
"""For each worker, how many outcomes may wait for one that comes before them."""


class Warned(NamedTuple):
    """A warning, as it can be given again."""

    message: str
    category: type[Warning]
    file: str
    line: int


class _Answer(NamedTuple, Generic[R]):
    outcome: Outcome[R]
    warned: list[Warned]
    frames: Sequence[traceback.FrameSummary] = ()
    """Where a bug is, for who reports it: an error loses that on its way here."""


class _Job(NamedTuple):
    number: int
    word: Any
    item: Any
    said: list[Diagnostic]
    """While it was prepared."""


class Workers(Generic[R]):
    """So many processes, from the beginning of the block to its end, however it ends."""

    def __init__(self, work: Work[R], count: int) -> None:
        self._work, self._count = work, count
        self._team: list[_Worker] = []
        self._warned: dict[str | tuple[str, type[Warning], int], int] = {}
        """Which warnings were given: the same words are said once."""

    def __enter__(self) -> Workers[R]:
        try:
            for _ in range(self._count):
                self._team.append(_Worker(self._work, self._team))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._team:
            worker.process.kill()
        for worker in self._team:
            worker.close()

    def each(
        self, words: Iterable[Any], prepare: Prepare = unprepared, *, doing: str = "", progress: Progress = silent
    ) -> Iterator[Outcome[R]]:
        """As `steno.api.jobs.Each` says."""
        left = enumerate(words)
        finished: dict[int, _Job | _Answer[R]] = {}
        turn, exhausted = 0, False
        while True:
            while not exhausted and (worker := self._free(turn, finished)) is not None:
                number, word = next(left, (-1, None))
                if exhausted := number < 0:
                    break
                progress(f"{doing} {word}", share(number, words))
                job, failed = _prepared(number, word, prepare)
                if failed is not None or isinstance(job.item, Here):
                    finished[number] = job if failed is None else _Answer(failed, [])
                else:
                    worker.give(job)
            while (done := finished.pop(turn, None)) is not None:
                turn += 1
                yield self._outcome(done, progress)
            busy = {worker.pipe: worker for worker in self._team if worker.jobs}
            if exhausted and not busy:
                return
            for pipe in connection.wait(list(busy)) if busy else ():
                job, answer = self._answer(busy[pipe])  # type: ignore[index]
                finished[job.number] = answer

    def _free(self, turn: int, finished: dict[int, Any]) -> _Worker | None:
        """The worker that has least to do, where one has room and not too many outcomes wait."""
        if len(finished) >= _AHEAD * self._count:
            return None
        worker = min(self._team, key=lambda each: len(each.jobs))
        if len(worker.jobs) >= _HELD:
            return None
        return worker if worker.process.is_alive() or worker.jobs else self._replaced(worker)

    def _replaced(self, worker: _Worker) -> _Worker:
        """Another in the place of one that died, with what that one had not begun."""
        worker.close()
        again = _Worker(self._work, [each for each in self._team if each is not worker])
        self._team[self._team.index(worker)] = again
        for each in list(worker.jobs)[1:]:
            again.give(each)
        return again

    def _answer(self, worker: _Worker) -> tuple[_Job, _Answer[R]]:
        """What came of the worker's first input; where it died, another takes its place."""
        job = worker.jobs[0]
        try:
            answer: _Answer[R] = worker.pipe.recv()
        except (EOFError, OSError):
            self._replaced(worker)
            error = Died(f"{job.word}: {_death(worker.process.exitcode)}")
            answer = _Answer(Outcome(job.word, [], error=error), [])
        else:
            worker.jobs.popleft()
        answer.outcome.word = job.word
        answer.outcome.said[:0] = job.said
        return job, answer

    def _outcome(self, done_: _Job | _Answer[R], progress: Progress) -> Outcome[R]:
        if isinstance(done_, _Job):  # it could not leave, and now it is its turn
            return attempt(
                lambda report: done(self._work, done_.item, report, progress), done_.word, done_.said
            )  # fmt: skip
        for each in done_.warned:
            warnings.warn_explicit(each.message, each.category, each.file, each.line, registry=self._warned)
        if done_.frames and done_.outcome.error is not None:
            done_.outcome.error.frames = done_.frames  # type: ignore[attr-defined]
        return done_.outcome


def _prepared(number: int, word: Any, prepare: Prepare) -> tuple[_Job, Outcome[Any] | None]:
    outcome: Outcome[Any] = attempt(partial(prepare, word), word, [])
    return _Job(number, word, outcome.result, outcome.said), None if outcome.error is None else outcome


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        return f"the process that worked on it was killed ({signal.Signals(-code).name})"
    return f"the process that worked on it ended with the code {code}"


class _Worker:
    """A process, and the inputs that it has, the one that it works on first."""

    def __init__(self, work: Work[Any], others: Iterable[_Worker]) -> None:
        context = _context()
        self.pipe, theirs = context.Pipe()
        # What a forked process inherits it must close: or the pipes would outlive this process, and it with them.
        inherited = [self.pipe, *(each.pipe for each in others)] if isinstance(context, ForkContext) else []
        self.process = context.Process(target=_serve, args=(work, theirs, inherited), daemon=True)
        self.jobs: deque[_Job] = deque()
        try:
            with _uninterrupted():
                self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError(
                f"the work cannot be handed to another process, so do one job at a time: {error}"
            ) from None
        finally:
            theirs.close()

    def give(self, job: _Job) -> None:
        self.jobs.append(job)
        try:
            self.pipe.send(job.item)
        except OSError:
            return  # it is dead, which its answer will say

    def close(self) -> None:
        self.process.join()
        self.pipe.close()


def _context() -> ForkContext | SpawnContext:
    """A fork has everything that is loaded, but is safe only in a process of one thread, and not everywhere."""
    forks = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork") if forks else get_context("spawn")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A worker is started as one that Ctrl-C does not reach: who started it ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Work[Any], pipe: Connection, inherited: Sequence[Connection]) -> None:
    """The life of a worker: it ends when nobody is there any more who wants anything."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in inherited:
        each.close()
    while True:
        try:
            item = pipe.recv()
            pipe.send_bytes(_packed(work, item))
        except (EOFError, OSError):
            return


def _packed(work: Work[Any], item: Any) -> memoryview:
    with warnings.catch_warnings(record=True) as caught:
        outcome, frames = _attempted(work, item)
    warned = [Warned(str(each.message), each.category, each.filename, each.lineno) for each in caught]
    try:
        return ForkingPickler.dumps(_Answer(outcome, warned, frames))
    except Exception as error:  # noqa: BLE001  a result or an error that cannot travel is a bug that is told
        lost = outcome.error or error
        outcome = Outcome(None, [], error=RuntimeError(f"{type(lost).__name__}, which cannot leave its process"))
        return ForkingPickler.dumps(_Answer(outcome, warned, frames))


def _attempted(work: Work[Any], item: Any) -> tuple[Outcome[Any], Sequence[traceback.FrameSummary]]:
    said: list[Diagnostic] = []
    try:
        return attempt(lambda report: work(item, report, silent), None, said), ()
    except Exception as error:  # noqa: BLE001  a bug is the caller's to tell, as with one job
        return Outcome(None, said, error=error), traceback.extract_tb(error.__traceback__)
