"""Loops and retries: steps that happen more than once.  Knows how rounds are counted, records nothing itself."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from steno.record.context import Entered, Scope, Switch

if TYPE_CHECKING:
    from steno.record.step import Step

T = TypeVar("T")
Failures: TypeAlias = type[BaseException] | tuple[type[BaseException], ...]


class Loop(Generic[T]):
    """A loop as a step: `for item in loop`, or `async for`.  What its body records carries the number of the round.

    The step's result says how many rounds there were, and whether the items came to their end.  A `for` cannot tell
    why its body was left: `with run.iterations(...) as items: for item in items` records the exception as well, and
    the step lasts as long as the block, for tasks that the rounds have started.
    """

    def __init__(self, step: Step, scope: Scope, items: Iterable[T] | AsyncIterable[T]) -> None:
        self._step, self._scope, self._items = step, scope, items
        self._iterator: Iterator[T] | None = None
        self._later: AsyncIterator[T] | None = None
        self._entered: Entered | None = None
        self._rounds = 0
        self._open = self._block = False
        self._ended: Literal["exhausted", "left"] = "left"

    def _begin(self) -> None:
        if self._entered is None:
            self._step.open()
            self._entered = Entered(self._scope)
            self._open = True

    def _turn(self, item: T) -> T:
        if self._entered is not None:
            self._entered.move(self._scope.round(self._rounds))
        self._rounds += 1
        return item

    def _exhaust(self) -> None:
        self._ended = "exhausted"
        if not self._block:
            self._close()
        elif self._entered is not None:
            self._entered.move(self._scope)

    def _close(self, error: BaseException | None = None) -> None:
        if self._open and self._entered is not None:
            self._open = False
            self._step.result({"iterations": self._rounds, "ended": self._ended})
            self._step.close(error)
            self._entered.leave()

    def _sync(self) -> Iterator[T]:
        if self._iterator is None:
            if isinstance(self._items, AsyncIterable):
                raise TypeError(f"the items of {self._step.name} are asynchronous: use `async for`")
            self._iterator = iter(self._items)
        return self._iterator

    def _async(self) -> AsyncIterator[T]:
        if self._later is None:
            if not isinstance(self._items, AsyncIterable):
                raise TypeError(f"the items of {self._step.name} are not asynchronous: use `for`")
            self._later = aiter(self._items)
        return self._later

    def __iter__(self) -> Loop[T]:
        return self

    def __next__(self) -> T:
        self._begin()
        try:
            # What the items' own code records belongs to no round.
            with Switch(self._scope):
                item = next(self._sync())
        except StopIteration:
            self._exhaust()
            raise
        except BaseException as error:
            self._close(error)
            raise
        return self._turn(item)

    def __aiter__(self) -> Loop[T]:
        return self

    async def __anext__(self) -> T:
        self._begin()
        try:
            with Switch(self._scope):
                item = await anext(self._async())
        except StopAsyncIteration:
            self._exhaust()
            raise
        except BaseException as error:
            self._close(error)
            raise
        return self._turn(item)

    def __enter__(self) -> Loop[T]:
        self._begin()
        self._block = True
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._close(error)

    async def __aenter__(self) -> Loop[T]:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.__exit__(kind, error, trace)

    def __del__(self) -> None:
        # `break` and `return` drop the iterator, and nothing else tells it.
        if self._open:
            self._close()


class Attempts:
    """Attempts at a step: `for attempt in attempts: with attempt: ...`.

    Every attempt is a step of its own, with its number as the iteration.  An exception of the kinds given ends an
    attempt and not the loop, as long as there are attempts left.
    """

    def __init__(self, make: Callable[[int], Step], name: str, times: int, on: Failures) -> None:
        if times < 1:
            raise ValueError(f"times is {times}, expected at least 1")
        self._make, self._name, self._times, self.on = make, name, times, on
        self._last: Attempt | None = None

    def __iter__(self) -> Attempts:
        return self

    def __next__(self) -> Attempt:
        last = self._last
        if last is not None and not last.entered:
            raise RuntimeError(f"an attempt at {self._name} was not used: write `with attempt:` in the loop")
        if last is not None and (last.succeeded or last.final):
            raise StopIteration
        number = 0 if last is None else last.number + 1
        self._last = Attempt(self._make(number), number, number + 1 == self._times, self.on)
        return self._last


class Attempt:
    """One attempt, to be used in `with`, which gives its step."""

    def __init__(self, step: Step, number: int, final: bool, on: Failures) -> None:
        self._step, self._on = step, on
        self.number, self.final = number, final
        self.entered = self.succeeded = False

    def __enter__(self) -> Step:
        self.entered = True
        return self._step.__enter__()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self._step.__exit__(kind, error, trace)
        self.succeeded = error is None
        return isinstance(error, self._on) and not self.final

    async def __aenter__(self) -> Step:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        return self.__exit__(kind, error, trace)
