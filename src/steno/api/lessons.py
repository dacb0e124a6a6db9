"""What any of several inputs taught is masked in what is made of all of them, as in a dataset.

Each input is first worked on by itself.  What holds a value that another taught is then made again, with the value
masked as if it had been known from the start.  Values are only ever in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

from steno.api.frame import Inputs
from steno.api.progress import Progress, silent
from steno.api.world import ignore
from steno.diagnostics import Diagnostic, Report
from steno.errors import Leak, Unreadable
from steno.redaction import Value

R = TypeVar("R")
Known = Mapping[str, tuple[Value, ...]]
"""By the name of an input: the values that others have taught and that stand in what was made of it."""
_LOOKS: Final = 5
"""How often what was made is looked at, where masking one value uncovers more."""


class Lesson(Struct, Generic[R], frozen=True):
    """What was made of an input, and what it taught."""

    name: str
    made: R
    learned: frozenset[Value]
    said: list[Diagnostic]
    """What is to be reported if this is what leaves."""


class Shared(NamedTuple, Generic[R]):
    made: list[R]
    """Of all inputs that did not fail, in their order."""
    failed: int


class Sharing(Struct, Generic[R], frozen=True):
    """How what was made of an input is looked at."""

    said: Callable[[R], bytes]
    """The lines of JSON in which values would stand."""
    projection: str
    """What they are lines of: its own words are no values."""

    def each(
        self,
        inputs: Callable[[Known], Inputs[Lesson[R]]],
        doing: str,
        report: Report = ignore,
        progress: Progress = silent,
    ) -> Shared[R]:
        """What was made of all inputs, with everything masked that any of them taught.

        `inputs` are all of them, or those that are named, to be made again with what is known by then.  Raises `Leak`
        where masking uncovers more and more.
        """
        known: dict[str, tuple[Value, ...]] = {}
        run = inputs(known)
        lessons, failed = list(run.each(doing, report, progress)), run.failed
        for _ in range(_LOOKS):
            held = self._held(lessons, known)
            if not held:
                for diagnostic in chain.from_iterable(each.said for each in lessons):
                    report(diagnostic)
                return Shared([each.made for each in lessons], failed)
            known |= {name: (*known.get(name, ()), *values) for name, values in held.items()}
            run = inputs({name: known[name] for name in held})
            anew = {each.name: each for each in run.each("masking what others taught", report, progress)}
            lessons = [anew.get(each.name, each) for each in lessons if each.name not in held or each.name in anew]
            failed += run.failed
        raise Leak("masking what other sessions taught uncovers more and more: nothing was written")

    def _held(self, lessons: Sequence[Lesson[R]], known: Known) -> Known:
        """What stands in what was made of an input, and is neither known there nor its own."""
        every = set(chain.from_iterable(each.learned for each in lessons))
        if len(lessons) < 2 or not every:
            return {}
        from steno.dataset.lessons import own_words, standing, sweep, teachable  # costs start-up, and few inputs teach
        from steno.dataset.projections import projection

        words = own_words(projection(self.projection))
        # One value may be taught under several types: the first of them is its own, whoever comes first.
        types = {value: kind for kind, value in reversed(teachable(every, words))}
        looking = sweep((kind, value) for value, kind in types.items())
        found: dict[str, tuple[Value, ...]] = {}
        for each in lessons:
            own = {value for _, value in (*each.learned, *known.get(each.name, ()))}
            if stand := {span.value for span in standing(looking, self.said(each.made))} - own:
                found[each.name] = tuple(sorted((types[value], value) for value in stand))
        return found


@contextmanager
def held_back(report: Report) -> Iterator[list[Diagnostic]]:
    """What is said while something is made that may be made again; where that fails, it is reported at once."""
    said: list[Diagnostic] = []
    try:
        yield said
    except BaseException:
        for each in said:
            report(each)
        raise


def once_more(name: str, *, again: bool) -> None:
    """Raises `Unreadable` where an input cannot be read `again`."""
    if not again:
        why = "holds what another input shows to be secret, and cannot be read again to mask it"
        raise Unreadable(f"{name}: {why}: save it to a file first")
