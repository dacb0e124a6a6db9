"""Findings for people: those that are alike on one line, what weighs most first.  Prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from steno.api.said import Said
from steno.base.patterns import deferred
from steno.diagnostics import Diagnostic, Place, Severity
from steno.render import findings
from steno.render.terminal import Paint, number_of

_PLACES = 3
"""How many further places a line names."""
_VARIES = deferred(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+")
"""What differs between messages of one kind: what is quoted, and numbers."""
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.LOSS, Severity.NOTE)


class Group:
    """Findings that are alike."""

    def __init__(self, first: Said) -> None:
        self.first, self.count = first, first.count
        self.files = {first.place.path}
        self.places: list[Place] = []
        """Further ones in the same file, as many as a line names."""
        self.more = False
        """Whether there are others in it."""

    def add(self, each: Said) -> None:
        self.count += each.count
        self.files.add(each.place.path)
        if each.place.path == self.first.place.path:
            self.more = len(self.places) == _PLACES
            self.places += [] if self.more else [each.place]


def groups(found: Iterable[Said]) -> list[Group]:
    """Findings of one code whose messages have the same shape, put together; in order of severity, then as found."""
    known: dict[tuple[str, str], Group] = {}
    for each in found:
        key = _shape(each)
        if key in known:
            known[key].add(each)
        else:
            known[key] = Group(each)
    return sorted(known.values(), key=lambda group: _ORDER.index(group.first.severity))


def _shape(each: Diagnostic) -> tuple[str, str]:
    """What findings that are alike have in common."""
    return each.code, _VARIES().sub("#", each.message)


Listing = Callable[[Iterable[Said], Paint], Iterator[str]]
"""Makes the lines of a text of findings."""


def plain(found: Iterable[Said], paint: Paint) -> Iterator[str]:
    """One line for each finding."""
    return (findings.text(each, paint) for each in found)


def each(found: Iterable[Said], paint: Paint) -> Iterator[str]:
    """One line for each finding, with its severity."""
    return (findings.text(each, paint, severity=True) for each in found)


def grouped(found: Iterable[Said], paint: Paint) -> Iterator[str]:
    """One line for each group: `session.jsonl:17:/seq: error OTK012 seq is 3, expected 2 (40 like this, …)`."""
    for group in groups(found):
        line = findings.text(group.first, paint, severity=True)
        yield line if group.count == group.first.count else line + paint(f" ({_others(group)})", "dim")


def _others(group: Group) -> str:
    files = f" in {len(group.files):,} files" if len(group.files) > 1 else ""
    places = [f":{each.line}" if each.line else f":{each.pointer}" for each in group.places]
    also = f"; also {', '.join(places)}" if places else ""
    return f"{group.count:,} like this{files}{also}{', …' if group.more else ''}"


def hides(found: Collection[Diagnostic]) -> bool:
    """Whether some findings have no line of their own where those that are alike share one."""
    return len(set(map(_shape, found))) < len(found)


def summary(found: Iterable[Diagnostic], files: int) -> str:
    """`3 errors, 12 warnings, 40 notes in 3 files`"""
    counts = dict.fromkeys((Severity.ERROR, Severity.WARNING, Severity.NOTE), 0)
    for each in found:
        severity = Severity.NOTE if each.severity is Severity.LOSS else each.severity
        counts[severity] += each.count
    said = ", ".join(number_of(count, severity.value) for severity, count in counts.items())
    return f"{said} in {number_of(files, 'file')}"
