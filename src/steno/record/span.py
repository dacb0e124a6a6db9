"""What begins and ends in a transcript: a run, a step, the call of another run.  Knows the two events, not which."""

from __future__ import annotations

from typing import Literal, Self, TypeAlias

from steno.base.exact import JSON
from steno.record.context import Entered, Scope
from steno.record.journal import Journal
from steno.record.plain import failure, plain

Prefix: TypeAlias = Literal["run", "step", "step.call_workflow"]


class Span:
    """`….started` when it begins, `….completed` when it ends, with the result or the error.

    As a context manager it is where the code of its block stands; an exception becomes the error and goes on.  Code
    that cannot use `with`, because it begins in one place and ends in another, calls `open` and `close`.
    """

    def __init__(
        self, journal: Journal, scope: Scope, prefix: Prefix, name: str, kind: str, child_run_id: str = ""
    ) -> None:
        self.name, self.kind = name, kind
        self._journal, self._scope, self._prefix, self._child_run_id = journal, scope, prefix, child_run_id
        self._result: JSON = None
        self._error: str | None = None
        self._begun = False
        self._entered: Entered | None = None

    @property
    def scope(self) -> Scope:
        """Where it stands, for code that enters it by other means than `with`."""
        return self._scope

    @property
    def iteration(self) -> int:
        """Which round of a loop this is in, from 0."""
        return self._scope.iteration

    def open(self) -> Self:
        """Record that it begins, without making it the current one: `with` does both."""
        if self._begun:
            raise RuntimeError(f"{self.name} has begun already: every use needs an object of its own")
        self._begun = True
        self._write("started", {})
        self._journal.opened(self)
        return self

    def result(self, value: object) -> None:
        """State the result.  It is recorded as it is now, when the step ends."""
        if not self._journal.silent:
            self._result = plain(value)

    def error(self, text: str) -> None:
        """State that it failed, where no exception says so."""
        self._error = text

    def close(self, error: BaseException | str | None = None) -> None:
        """Record that it has ended.  A second time does nothing."""
        if self._journal.closing(self):
            self._end(failure(error) or self._error)

    def _end(self, error: str | None) -> None:
        self._scope.close()
        self._write("completed", {"error": error, "result": self._result})

    def _write(self, what: Literal["started", "completed"], spelled: dict[str, JSON]) -> None:
        self._journal.write(
            f"{self._prefix}.{what}",
            self._scope,
            {"name": self.name, "kind": self.kind},
            spelled=spelled,
            child_run_id=self._child_run_id,
        )

    def __enter__(self) -> Self:
        self.open()
        self._entered = Entered(self._scope)
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            self.close(error)
        finally:
            if self._entered is not None:
                self._entered.leave()

    # Recording does not wait, so a task loses nothing by it.
    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.__exit__(kind, error, trace)
