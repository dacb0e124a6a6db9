"""Steps, and what can be recorded in one.  Knows neither files nor processes."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, ParamSpec, TypeVar, cast

from steno.formats.awf import wire
from steno.record import block
from steno.record.block import Block, Fidelity, checked_fidelity, extra_fields
from steno.record.call import Call
from steno.record.context import Scope, Switch, within
from steno.record.journal import Journal
from steno.record.loop import Attempts, Failures, Loop
from steno.record.span import Span

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Recording(Span):
    """What a run and a step have in common.

    An event is recorded where the running code stands: in the innermost open step that the context knows inside this
    one, or in this one itself where the context knows none, as in a bare thread.
    """

    def user(
        self,
        content: str | Sequence[str | Block],
        system: str | None = None,
        *,
        fidelity: Fidelity = "router",
        extra: Mapping[str, object] | None = None,
    ) -> None:
        """Record what the agent was asked.  The system prompt, if there is one, is the last block.

        `extra` gives the payload further fields: a transcript has none of its own for a model or its usage.
        """
        self._message("message.user", content, system, fidelity, extra)

    def assistant(
        self,
        content: str | Sequence[str | Block],
        *,
        fidelity: Fidelity = "agent_emitted",
        extra: Mapping[str, object] | None = None,
    ) -> None:
        """Record what the agent said: a text, or a list of texts and of blocks (see `steno.record.block`)."""
        self._message("message.assistant", content, None, fidelity, extra)

    def _message(
        self,
        type: str,
        content: str | Sequence[str | Block],
        system: str | None,
        fidelity: Fidelity,
        extra: Mapping[str, object] | None,
    ) -> None:
        checked_fidelity(fidelity)
        if self._journal.silent:
            return
        blocks = block.blocks(content, fidelity)
        if system:
            blocks.append(block.text(system, fidelity))
        elif type == "message.user" and wire.seems_instructed(blocks):
            blocks[1] = {**blocks[1], wire.SYSTEM: False}
        payload = {"role": wire.MESSAGE[type], "blocks": blocks, **extra_fields(extra, wire.MESSAGE_FIELDS)}
        self._journal.write(type, self._here(), payload)

    def tool(
        self,
        name: str,
        input: object,
        call_id: str | None = None,
        fidelity: Fidelity = "router",
        *,
        extra: Mapping[str, object] | None = None,
    ) -> Call:
        """A tool call: `with run.tool("Read", {"path": "main.go"}) as call: call.result(output)`."""
        return Call(self._journal, self._here(), name, input, call_id, fidelity, extra)

    def step(self, name: str, kind: str = "agent", iteration: int | None = None) -> Step:
        """A step in this place: `with run.step("analyze"): ...`."""
        return Step(self._journal, self._here().inner(name, iteration), name, kind)

    def iterations(self, name: str, items: Iterable[T] | AsyncIterable[T], kind: str = "for_each") -> Loop[T]:
        """A loop as a step: `for item in run.iterations("files", files): ...`."""
        scope = self._here().inner(name)
        return Loop(Step(self._journal, scope, name, kind), scope, items)

    def retries(self, name: str, times: int, kind: str = "agent", on: Failures = Exception) -> Attempts:
        """Attempts at a step: `for attempt in run.retries("fetch", times=3): with attempt: ...`."""
        here = self._here()
        return Attempts(lambda number: Step(self._journal, here.inner(name, number), name, kind), name, times, on)

    def bind(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, as one that records where this call stands, in whatever thread it runs later."""
        here = self._here()
        if iscoroutinefunction(function):

            @wraps(function)
            async def awaited(*args: P.args, **kwargs: P.kwargs) -> Any:
                with Switch(here):
                    return await function(*args, **kwargs)

            return cast(Callable[P, R], awaited)

        @wraps(function)
        def bound(*args: P.args, **kwargs: P.kwargs) -> R:
            with Switch(here):
                return function(*args, **kwargs)

        return bound

    def _here(self) -> Scope:
        return within(self._scope)


class Step(Recording):
    """A step of a run.  `path` is where it stands, `iteration` which round of a loop it is in."""

    def __init__(self, journal: Journal, scope: Scope, name: str, kind: str) -> None:
        if not name:
            raise ValueError("a step needs a name")
        if scope.iteration < 0:
            raise ValueError(f"iteration is {scope.iteration}, expected 0 or more")
        super().__init__(journal, scope, "step", name, kind)

    @property
    def path(self) -> str:
        """The names of the steps around it and its own, with dots between them."""
        return self._scope.path
