"""Functions as steps and as tools.  Knows the kinds of functions there are, and writes nothing itself.

A function of any kind may be decorated: plain, `async`, a generator, an async generator.  Where no run is recorded the
function is called, and nothing else is done.  What a generator does is recorded in its own step only while it runs; its
outcome is the list of what it yielded, as far as it came, or `{"yielded": [...], "returned": value}` where it returned
a value too.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractContextManager, nullcontext
from functools import partial, wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from steno.base.exact import JSON
from steno.record.block import Fidelity, checked_fidelity
from steno.record.call import Call
from steno.record.context import Switch, current
from steno.record.plain import plain
from steno.record.run import Run
from steno.record.step import Step

P = ParamSpec("P")
R = TypeVar("R")
_Begun: TypeAlias = Step | Call
_Begin: TypeAlias = Callable[[Run, tuple[Any, ...], dict[str, Any]], _Begun]


def step(name: str | None = None, *, kind: str = "agent") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The function as a step of whatever run it is called in: `@steno.step("analyze")`.

    The name is the function's own unless one is given; the result is what it returns.
    """
    _parenthesised("step", name)

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        named = _name(function) if name is None else name
        return _recorded(function, lambda run, args, kwargs: run.step(named, kind))

    return decorate


def tool(name: str | None = None, *, fidelity: Fidelity = "router") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The function as a tool: `@steno.tool()`.

    The input is its arguments by name, as they were given (`self` and `cls` are left out); the output is what it
    returns.
    """
    _parenthesised("tool", name)
    checked_fidelity(fidelity)

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        named = _name(function) if name is None else name
        arguments = _arguments(function)
        return _recorded(
            function, lambda run, args, kwargs: run.tool(named, arguments(args, kwargs), fidelity=fidelity)
        )

    return decorate


def _parenthesised(decorator: str, name: object) -> None:
    if name is not None and not isinstance(name, str):
        raise TypeError(f"the name is a {type(name).__name__}, expected text: write @steno.{decorator}()")


def _name(function: Callable[..., object]) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _arguments(function: Callable[..., object]) -> Callable[[tuple[Any, ...], dict[str, Any]], dict[str, Any]]:
    """What turns a call's arguments into an object."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # written in C, and says nothing of itself
        return lambda args, kwargs: {"args": args, "kwargs": kwargs}
    owner = getattr(function, "__qualname__", "").rpartition(".")[0]
    first = next(iter(signature.parameters), None)
    receiver = first if owner and not owner.endswith("<locals>") and first in ("self", "cls") else None

    def bound(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        try:
            named = signature.bind(*args, **kwargs).arguments
        except TypeError:  # the call itself will say so
            return {"args": args, "kwargs": kwargs}
        return {key: value for key, value in named.items() if key != receiver}

    return bound


def _recorded(function: Callable[P, R], begin: _Begin) -> Callable[P, R]:
    """The function with its recording around it, as a function of the same kind."""
    wrap = next((wrap for kind, wrap in _KINDS if kind(function)), _function)
    return cast(Callable[P, R], wraps(function)(wrap(function, begin)))


def _recording() -> Run | None:
    run = current()
    return None if run is None or run.settings.silent else run


def _function(function: Callable[..., Any], begin: _Begin) -> Callable[..., Any]:
    def recorded(*args: Any, **kwargs: Any) -> Any:
        run = _recording()
        if run is None:
            return function(*args, **kwargs)
        with begin(run, args, kwargs) as begun:
            value = function(*args, **kwargs)
            begun.result(value)
            return value

    return recorded


def _coroutine(function: Callable[..., Any], begin: _Begin) -> Callable[..., Any]:
    async def recorded(*args: Any, **kwargs: Any) -> Any:
        run = _recording()
        if run is None:
            return await function(*args, **kwargs)
        with begin(run, args, kwargs) as begun:
            value = await function(*args, **kwargs)
            begun.result(value)
            return value

    return recorded


def _generator(function: Callable[..., Generator[Any, Any, Any]], begin: _Begin) -> Callable[..., Any]:
    def recorded(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        run = _recording()
        if run is None:
            return (yield from function(*args, **kwargs))
        outcome = _Outcome(begin(run, args, kwargs))
        with outcome:
            return (yield from _relay(function(*args, **kwargs), outcome))

    return recorded


def _relay(inner: Generator[Any, Any, Any], outcome: _Outcome) -> Generator[Any, Any, Any]:
    """What the generator yields; it runs in its own step, and its caller does not."""
    resume: Callable[[], Any] = partial(inner.send, None)
    while True:
        try:
            with outcome.switch:
                item = resume()
        except StopIteration as stop:
            outcome.returned = stop.value
            return stop.value
        outcome.add(item)
        try:
            resume = partial(inner.send, (yield item))
        except GeneratorExit:
            with outcome.switch:
                inner.close()
            raise
        except BaseException as error:  # noqa: BLE001  it goes on inside
            resume = partial(inner.throw, error)


def _async_generator(function: Callable[..., AsyncGenerator[Any, Any]], begin: _Begin) -> Callable[..., Any]:
    async def recorded(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        run = _recording()
        # The one kind that has no `yield from`: it is relayed in any case.
        with _Outcome(None if run is None else begin(run, args, kwargs)) as outcome:
            inner = function(*args, **kwargs)
            resume: Callable[[], Any] = partial(inner.asend, None)
            while True:
                try:
                    with outcome.switch:
                        item = await resume()
                except StopAsyncIteration:
                    return
                outcome.add(item)
                try:
                    resume = partial(inner.asend, (yield item))
                except GeneratorExit:
                    with outcome.switch:
                        await inner.aclose()
                    raise
                except BaseException as error:  # noqa: BLE001  it goes on inside
                    resume = partial(inner.athrow, error)

    return recorded


class _Outcome:
    """What a generator has given so far, for the step or the call that it is."""

    def __init__(self, begun: _Begun | None) -> None:
        self._begun = begun
        self._yielded: list[JSON] = []
        self.returned: object = None
        self.switch: AbstractContextManager[None] = nullcontext() if begun is None else Switch(begun.scope)

    def add(self, item: object) -> None:
        if self._begun is not None:
            # As it is now: a generator may yield the same object again, changed.
            self._yielded.append(plain(item))

    def __enter__(self) -> _Outcome:
        if self._begun is not None:
            self._begun.open()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self._begun is None:
            return
        yielded: object = self._yielded
        self._begun.result(yielded if self.returned is None else {"yielded": yielded, "returned": self.returned})
        # A caller that stops asking is no failure.
        self._begun.close(None if isinstance(error, GeneratorExit) else error)


_KINDS: tuple[tuple[Callable[[object], bool], Callable[[Any, _Begin], Any]], ...] = (
    (inspect.isasyncgenfunction, _async_generator),
    (inspect.isgeneratorfunction, _generator),
    (inspect.iscoroutinefunction, _coroutine),
)
