"""What begins and ends in a transcript: a run, a step, the call of another run.  Knows the two events, not which."""

from __future__ import annotations

from typing import Literal, Self, TypeAlias

from steno.base.exact import JSON
from steno.record.bracket import Bracket
from steno.record.context import Entered, Scope
from steno.record.journal import Journal
from steno.record.plain import plain

Prefix: TypeAlias = Literal["run", "step", "step.call_workflow"]


class Span(Bracket):
    """`….started` when it begins, `….completed` when it ends, with the result or the error.

    As a context manager it is where the code of its block stands.  Code that cannot use `with`, because it begins in
    one place and ends in another, calls `open` and `close`, which do not make it the current one.
    """

    def __init__(
        self, journal: Journal, scope: Scope, prefix: Prefix, name: str, kind: str, child_run_id: str = ""
    ) -> None:
        super().__init__(journal, scope, name)
        self.kind = kind
        self._prefix, self._child_run_id = prefix, child_run_id
        self._result: JSON = None
        self._entered: Entered | None = None

    @property
    def iteration(self) -> int:
        """Which round of a loop this is in, from 0."""
        return self._scope.iteration

    def result(self, value: object) -> None:
        """State the result.  It is recorded as it is now, when the step ends."""
        if not self._journal.silent:
            self._result = plain(value)

    def _start(self) -> None:
        self._write("started", {})
        self._journal.opened(self)

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

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            if self._entered is not None:
                self._entered.leave()
