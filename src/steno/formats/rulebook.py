"""Makes the rules of one format: each has a page, a check, and two examples told as changes to one base document."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Generic, Required, TypedDict, TypeVar, Unpack

from msgspec import UNSET

from steno.base.exact import JSON, encode
from steno.contracts import Check, Finding, Rule, Strictness
from steno.diagnostics import Severity
from steno.formats.shapes import Field, Part, every_misfit

D = TypeVar("D")
P = TypeVar("P")

NOTE: Final = Severity.NOTE
WARNING: Final = Severity.WARNING

Change = Mapping[str, Any]
"""What is different, by pointer: a value to set, UNSET to take away; `-` as the last key appends to an array."""


Sample = Change | str | Callable[[], Change | str]


class About(TypedDict, total=False):
    """What a rule says of itself beside its check."""

    bad: Required[Sample]
    """A document that breaks the rule: whole, or as a change to the good one."""
    good: Sample
    """One that keeps it: whole, or as a change to the format's base document; without it, the base itself."""
    clause: str
    severity: Severity
    scans: bool


def changed(value: JSON, change: Change) -> JSON:
    """A value with a change made in it; the value itself is the one that is changed."""
    from copy import deepcopy  # costs start-up, and only pages and tests make examples

    for where, new in change.items():
        holder, *path = value, *where.split("/")[1:]
        for step in path[:-1]:
            holder = holder[int(step) if type(holder) is list else step]
        key = path[-1]
        if key == "-":
            holder.append(deepcopy(new))
        elif new is UNSET:
            del holder[int(key) if type(holder) is list else key]
        else:
            holder[int(key) if type(holder) is list else key] = deepcopy(new)
    return value


class Rulebook(Generic[D]):
    """Calling it makes a rule of a generator over one document: its name names the rule, its docstring is the page."""

    def __init__(
        self,
        base: Callable[[], JSON],
        spell: Callable[[JSON], str],
        *,
        levels: Mapping[str, Strictness] | None = None,
        several: bool = False,
        clause: Callable[[str], str] = lambda _: "",
    ) -> None:
        """`base` makes the format's example anew at each call, and `spell` writes it.

        `levels` tells the level of a rule by its letters and its hundred; `several` says that a file is loaded as a
        list of documents; `clause` names the specification's sentence where a rule does not.
        """
        self._base, self._spell, self._levels = base, spell, levels
        self._several, self._clause = several, clause

    def __call__(self, code: str, **about: Unpack[About]) -> Callable[[Callable[[D], Iterator[Finding]]], Rule]:
        """A rule of the whole document."""
        return partial(self._ruled, code, about)

    def each(
        self, parts: Callable[[D], Iterable[P]], code: str, **about: Unpack[About]
    ) -> Callable[[Callable[[P], Iterator[Finding]]], Rule]:
        """A rule of every part of a document by itself."""

        def decorate(check: Callable[[P], Iterator[Finding]]) -> Rule:
            def every(document: D) -> Iterator[Finding]:
                for part in parts(document):
                    yield from check(part)

            return self._ruled(code, about, every, check)

        return decorate

    def shape(
        self,
        code: str,
        name: str,
        parts: Callable[[D], Iterable[Part]],
        fields: Mapping[str, Field],
        *,
        page: str,
        **about: Unpack[About],
    ) -> Rule:
        """A rule of what fields hold, in every part that has them."""

        def every(document: D) -> Iterator[Finding]:
            return every_misfit(parts(document), fields)

        return self.made(code, name, page, every, about)

    def _ruled(
        self, code: str, about: About, check: Check, documented: Callable[..., Iterator[Finding]] | None = None
    ) -> Rule:
        source = documented or check
        return self.made(code, source.__name__.replace("_", "-"), source.__doc__ or "", check, about)

    def made(self, code: str, name: str, page: str, check: Check, about: About) -> Rule:
        """A rule whose parts stand in a table."""
        if "bad" not in about:
            raise TypeError(f"{code} {name} has no bad example")
        level = self._levels[code[:4]] if self._levels else Strictness.SCHEMA
        usual = Severity.WARNING if level is Strictness.ALL else Severity.ERROR
        return Rule(
            code,
            name,
            inspect.cleandoc(page),
            about.get("severity", usual),
            check=_all(check) if self._several else check,
            examples=(partial(self._good, about), partial(self._bad, about)),
            clause=about.get("clause") or self._clause(code),
            level=level,
            scans=about.get("scans", False),
        )

    def _good(self, about: About) -> str:
        return self._spelled(_made(about.get("good", {})))

    def _bad(self, about: About) -> str:
        good, bad = _made(about.get("good", {})), _made(about["bad"])
        if isinstance(bad, Mapping) and isinstance(good, str):
            raise TypeError(f"the bad example is a change, and the good one is a text: {bad}")
        return bad if isinstance(bad, str) else self._spelled(good, bad)

    def _spelled(self, *samples: Change | str) -> str:
        """The base document with one change after the other; a text as it is."""
        value = self._base()
        for each in samples:
            if isinstance(each, str):
                return each
            value = changed(value, each)
        return self._spell(value)


def lines_of(records: JSON) -> str:
    """How records are spelled that stand in lines."""
    return "".join(encode(each).decode() + "\n" for each in records)


def _made(sample: Sample) -> Change | str:
    return sample() if callable(sample) else sample


def _all(check: Check) -> Check:
    def every(documents: Iterable[Any]) -> Iterator[Finding]:
        for each in documents:
            yield from check(each)

    return every
