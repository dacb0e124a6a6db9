"""Which run and which step the running code belongs to.  Writes nothing.

A context variable holds the innermost scope, so a task, a copied context and a bound function see the scope they
were made in, and parallel branches do not see each other's.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.record.run import Run


class Scope:
    """One step, one round of a loop, or a whole run: where an event is recorded."""

    __slots__ = ("_closed", "_loop", "iteration", "parent", "path", "run")

    def __init__(
        self, run: Run, parent: Scope | None, path: str = "", iteration: int = 0, loop: Scope | None = None
    ) -> None:
        self.run, self.parent, self.path, self.iteration = run, parent, path, iteration
        self._closed, self._loop = False, loop

    @property
    def closed(self) -> bool:
        """Whether it has ended.  A round ends with its loop: tasks that it started may go on in the next one."""
        return self._closed if self._loop is None else self._loop.closed

    def close(self) -> None:
        self._closed = True

    def inner(self, name: str, iteration: int | None = None) -> Scope:
        """The scope of a step in this one.

        A dot in its name would look like a level of the path, and half of a character could not be written there.
        """
        segment = name.replace(".", "_").encode("utf-8", "backslashreplace").decode()
        path = f"{self.path}.{segment}" if self.path else segment
        return Scope(self.run, self, path, self.iteration if iteration is None else iteration)

    def round(self, iteration: int) -> Scope:
        """The scope of one round of the loop that this scope is."""
        return Scope(self.run, self, self.path, iteration, loop=self)


_SCOPE: ContextVar[Scope | None] = ContextVar("steno.scope", default=None)


def innermost() -> Scope | None:
    """The innermost scope that is still open.

    A task may outlive the step that started it, and a generator may leave its step in its caller's context: what
    comes then belongs to what is still open around it.
    """
    scope = _SCOPE.get()
    while scope is not None and scope.closed:
        scope = scope.parent
    return scope


def current() -> Run | None:
    """The run that this code belongs to, or None where nothing is recorded."""
    scope = innermost()
    return None if scope is None else scope.run


def within(base: Scope) -> Scope:
    """The innermost open scope of this context that lies in `base`; `base` itself in a context that knows nothing
    of it."""
    found = None
    scope = innermost()
    while scope is not None:
        if found is None and scope.run is base.run and not scope.closed:
            found = scope
        if scope is base:
            return found or base
        scope = scope.parent
    while base.closed and base.parent is not None and base.parent.run is base.run:
        base = base.parent
    return base


class Entered:
    """A scope made the current one until `leave`, which may come late, in another order or in another context."""

    __slots__ = ("_before", "_scope")

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._before = _SCOPE.get()
        _SCOPE.set(scope)

    def move(self, scope: Scope) -> None:
        """Make a scope inside this one the current one."""
        _SCOPE.set(scope)

    def leave(self) -> None:
        scope = _SCOPE.get()
        while scope is not None:
            if scope is self._scope:
                _SCOPE.set(self._before)
                return
            scope = scope.parent
        # Not a scope of this context: a finalizer runs wherever it runs.


class Switch:
    """A scope that is the current one while the code inside runs, and put aside while it does not."""

    __slots__ = ("_inside", "_outside")

    def __init__(self, scope: Scope | None) -> None:
        self._inside = scope

    def __enter__(self) -> None:
        self._outside = _SCOPE.get()
        _SCOPE.set(self._inside)

    def __exit__(self, *_: object) -> None:
        # A generator may stand inside a step of its own when it yields: that is where it goes on.
        self._inside = _SCOPE.get()
        _SCOPE.set(self._outside)
