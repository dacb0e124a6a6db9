"""Makes a rule of a generator over one trace, and knows at which level a code is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Final

from steno.contracts import Finding, Rule, Strictness, rule
from steno.diagnostics import Severity
from steno.formats.forsy.document import Document

LEVELS: Final = {
    "FSY0": Strictness.SCHEMA,
    "FSY1": Strictness.STRICT,
    "FSY2": Strictness.RELEASE,
    "FSY3": Strictness.ALL,
}
"""The level of a rule by its hundred."""


def judges(
    code: str, *, good: str, bad: str, clause: str = "", severity: Severity | None = None
) -> Callable[[Callable[[Document], Iterator[Finding]]], Rule]:
    """A rule for every trace of a file.  Signs that something is not meant are warnings, the rest errors."""
    level = LEVELS[code[:4]]
    usual = Severity.WARNING if level is Strictness.ALL else Severity.ERROR

    def decorate(check: Callable[[Document], Iterator[Finding]]) -> Rule:
        @wraps(check)
        def every(documents: list[Document]) -> Iterator[Finding]:
            for document in documents:
                yield from check(document)

        return rule(code, good=good, bad=bad, clause=clause, severity=severity or usual, level=level)(every)

    return decorate
