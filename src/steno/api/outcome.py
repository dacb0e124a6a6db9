"""What becomes of one input among many: what was said about it, then a result or an error.  Starts nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from steno.api.progress import Progress
from steno.api.world import ignore
from steno.diagnostics import Diagnostic, Report
from steno.errors import StenoError
from steno.session import Input

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Work(Protocol[R_co]):
    """What is done with one input.  A struct of plain values and module-level functions can be handed to a process."""

    def __call__(self, item: Any, report: Report, progress: Progress, /) -> R_co: ...


class Here(NamedTuple):
    """An input that only this process has, such as its standard input."""

    item: Any


Prepare = Callable[[Any, Report], Any]
"""Makes an input of a word, in this process and in order; says `Here` where it cannot leave."""


class Outcome(Struct, Generic[R]):
    """What became of one input: what was said about it, then a result or an error."""

    word: Any
    said: list[Diagnostic]
    result: R | None = None
    error: Exception | None = None

    def __str__(self) -> str:
        return str(self.word)

    def told(self, report: Report = ignore) -> R:
        """The result, after `report` has heard everything; raises the error."""
        for each in self.said:
            report(each)
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


class Each(Protocol[R]):
    """Works on all that words name."""

    def __call__(
        self, words: Iterable[Any], prepare: Prepare = ..., *, doing: str = ..., progress: Progress = ...
    ) -> Iterator[Outcome[R]]:
        """An outcome for every word, in the order of the words; progress says what is being done with which."""
        ...


def unprepared(word: Any, report: Report) -> Any:
    """A word that is its own input."""
    return word


def movable(source: Input) -> Input | Here:
    """An input as jobs take it: standard input is this process's own."""
    return Here(source) if source.path is None else source


def attempt(work: Callable[[Report], R], word: Any, said: list[Diagnostic]) -> Outcome[R]:
    """What became of it; an error that Steno raises on purpose is part of the answer, any other is a bug."""
    try:
        return Outcome(word, said, work(said.append))
    except StenoError as error:
        return Outcome(word, said, error=error)


def done(work: Work[R], item: Any, report: Report, progress: Progress) -> R:
    """The work on an input, wherever it is allowed."""
    return work(item.item if isinstance(item, Here) else item, report, progress)


def share(number: int, words: Iterable[Any]) -> float | None:
    """How much is done with so many words; None where nobody knows how many there are."""
    return number / len(words) if isinstance(words, Sized) else None
