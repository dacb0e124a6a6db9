"""Makes rules of generators over one document of a file, for formats that have several in one and rules of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Protocol, TypeVar

from steno.contracts import Finding, Rule, Strictness, rule
from steno.diagnostics import Severity

D = TypeVar("D")
D_co = TypeVar("D_co", covariant=True)


class Judges(Protocol[D_co]):
    def __call__(
        self, code: str, *, good: str, bad: str, clause: str = "", severity: Severity | None = None
    ) -> Callable[[Callable[[D_co], Iterator[Finding]]], Rule]:
        """A rule for every document of a file.  Signs that something is not meant are warnings, the rest errors."""
        ...


def judging(document: type[D], levels: Mapping[str, Strictness]) -> Judges[D]:
    """What makes a rule: its level is told by the code's letters and its hundred."""

    def judges(
        code: str, *, good: str, bad: str, clause: str = "", severity: Severity | None = None
    ) -> Callable[[Callable[[D], Iterator[Finding]]], Rule]:
        level = levels[code[:4]]
        usual = Severity.WARNING if level is Strictness.ALL else Severity.ERROR

        def decorate(check: Callable[[D], Iterator[Finding]]) -> Rule:
            @wraps(check)
            def every(documents: list[D]) -> Iterator[Finding]:
                for each in documents:
                    yield from check(each)

            return rule(code, good=good, bad=bad, clause=clause, severity=severity or usual, level=level)(every)

        return decorate

    return judges
