"""The processes that answer a server's calls: each can be ended, so that no call holds the server up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import anyio
import anyio.to_thread
from msgspec import to_builtins
from msgspec.structs import replace

from steno.api.process import Process
from steno.mcp.answer import Result
from steno.mcp.messages import Begin, Request

_MOST = 3
"""How many calls are worked on at once."""
MODULE = "steno.mcp.worker"

Tell = Callable[[float], None]


class Worker:
    """One process, and what is known of it."""

    def __init__(self, begin: Begin, environ: Mapping[str, str]) -> None:
        self.name = begin.name
        self.lock = anyio.Lock()
        self.keeps = False
        """Whether it has a document of which somebody may ask for the next piece."""
        self._process = Process(MODULE, environ)
        self._first = [to_builtins(begin)]
        self.end = self._process.end

    def ask(self, request: Request, tell: Tell) -> Result:
        """What it answers; waits for it.  Raises `Died`."""
        first, self._first = self._first, []
        for message in self._process.ask(*first, to_builtins(request)):
            if "result" in message:
                return dict(message["result"])
            tell(message["progress"])
        raise AssertionError("a process that ends raises an error")


class Workers:
    """As many processes as calls want, up to a few; one waits for the next call."""

    def __init__(self, begin: Begin, environ: Mapping[str, str]) -> None:
        self._begin, self._environ = begin, environ
        self._numbers = count(1)
        self._team: list[Worker] = []
        self._room = anyio.Semaphore(_MOST)
        self._threads = anyio.CapacityLimiter(2 * _MOST)

    async def ask(self, request: Request, tell: Tell) -> Result:
        """What one of them answers.  Raises `TimeoutError` where that takes too long, and `Died`.

        Whoever is cancelled while waiting for it ends the process that worked for them.
        """
        async with self._room:
            worker = await self._taken(request)
            finished = False
            try:
                with anyio.fail_after(self._begin.seconds):
                    result: Result = await anyio.to_thread.run_sync(
                        worker.ask, request, tell, abandon_on_cancel=True, limiter=self._threads
                    )
                finished = True
                if request.tool == "export":
                    worker.keeps = "next" in result.get("structuredContent", {})
                return result
            finally:
                self._released(worker, finished=finished)

    async def _taken(self, request: Request) -> Worker:
        """A process that works on nothing else: the one that has the document that is asked for, or any."""
        cursor = request.arguments.get("cursor")
        if request.tool == "export" and isinstance(cursor, str):
            for worker in [each for each in self._team if cursor.startswith(each.name)]:
                await worker.lock.acquire()
                if worker in self._team:
                    return worker
                worker.lock.release()
        idle = sorted(self._idle(), key=lambda each: each.keeps)
        if not idle or (idle[0].keeps and len(self._team) < _MOST):
            idle = [self._started()]
        idle[0].lock.acquire_nowait()
        return idle[0]

    def _idle(self) -> list[Worker]:
        return [each for each in self._team if not each.lock.statistics().locked]

    def _started(self) -> Worker:
        worker = Worker(replace(self._begin, name=f"{next(self._numbers)}."), self._environ)
        self._team.append(worker)
        return worker

    def _released(self, worker: Worker, *, finished: bool) -> None:
        if not finished:
            self._end(worker)
        worker.lock.release()
        for each in [one for one in self._idle() if not one.keeps][1:]:
            self._end(each)

    def _end(self, worker: Worker) -> None:
        self._team.remove(worker)
        worker.end()

    def close(self) -> None:
        for each in list(self._team):
            self._end(each)


def begin(options: Any, key: bytes) -> Begin:
    """What every process of a server is told."""
    return Begin(
        redact=options.redact, limit=options.limit, seconds=options.seconds, roots=list(options.roots), key=key.hex(),
        name="",
    )  # fmt: skip
