"""What sessions cost and how often their tools failed, as far as it is remembered; asks for a count of the others.

Sessions that repeat each other are counted together: a fork, a resumed copy, the log that mentions another's answers.
An answer or a failed call counts once, for the oldest file that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from steno.listing.entries import Entry, files, key
from steno.listing.memory import Memory
from steno.listing.seen import UNKNOWN, Figures

if TYPE_CHECKING:
    from steno.prices import Prices

Step = Callable[[Path, int, int], None]


class Counts:
    """The figures of entries, as far as they are remembered or were counted."""

    def __init__(self, entries: Sequence[Entry], memory: Memory, priced: str) -> None:
        """`priced`: what changes when prices do."""
        self._memory = memory
        self._groups = kindred([each for each in entries if each.archived is None])
        self._group = {id(each): group for group in self._groups for each in group}
        self._priced = priced
        self._marks: dict[int, str] = {}

    def of(self, entry: Entry) -> Figures | None:
        """Of a session without its sub-agents; None where nobody has counted it."""
        if entry.archived is not None:
            return entry.archived
        file = self._memory.get(*key(entry))
        if file is None or not file.counted or entry.number >= len(file.figures):
            return None
        return file.figures[entry.number] if file.counted == self._mark(self._group[id(entry)]) else None

    def with_children(self, entry: Entry) -> Figures | None:
        """Of a session and of all that it started; None where one of them is not known."""
        total = Figures(failures=0)
        for each in entry.family():
            one = self.of(each)
            if one is None:
                return None
            total.usd += one.usd
            total.is_floor |= one.is_floor
            total.requests += one.requests
            total.failures = UNKNOWN if UNKNOWN in (total.failures, one.failures) else total.failures + one.failures
        own = self.of(entry) or total
        total.turns, total.tools = own.turns, own.tools
        return total

    def count(self, entries: Iterable[Entry], prices: Prices, step: Step, *, failures: bool) -> None:
        """Read what is needed to know the figures of these, and remember them."""
        from steno.listing.counting import counted  # loads the readers, and few lists need them

        wanted = {id(group): group for each in entries if (group := self._missing(each, failures=failures)) is not None}
        total = sum(len(files(group)) for group in wanted.values())
        done = 0
        try:
            for group in wanted.values():
                for path in counted(group, self._memory, prices, self._mark(group), failures=failures):
                    step(path, done, total)
                    done += 1
        finally:
            self._memory.save()

    def _missing(self, entry: Entry, *, failures: bool) -> list[Entry] | None:
        known = self.with_children(entry)
        return self._group[id(entry)] if known is None or (failures and known.failures == UNKNOWN) else None

    def _mark(self, group: list[Entry]) -> str:
        """What the figures of a group depend on, in a few digits."""
        if id(group) not in self._marks:
            files = sorted(f"{path}\0{size}\0{modified}" for path, size, modified in map(key, group))
            text = "\n".join([self._priced, *files]).encode("utf-8", "surrogatepass")
            self._marks[id(group)] = sha256(text).hexdigest()[:16]
        return self._marks[id(group)]


def kindred(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries in groups: those of two groups cannot repeat each other.

    What ties two together is a file, a parent, an origin, or the same beginning.
    """
    root: dict[int, int] = {}

    def find(number: int) -> int:
        while (above := root.setdefault(number, number)) != number:
            root[number] = root.setdefault(above, above)
            number = root[number]
        return number

    first: dict[tuple[str, ...], int] = {}
    for number, each in enumerate(entries):
        for tie in _ties(each):
            root[find(number)] = find(first.setdefault(tie, number))
    groups: dict[int, list[Entry]] = {}
    for number, each in enumerate(entries):
        groups.setdefault(find(number), []).append(each)
    return list(groups.values())


def _ties(entry: Entry) -> Iterator[tuple[str, ...]]:
    """What entries that may repeat each other have in common."""
    found, seen = entry.session, entry.seen
    yield "path", str(found.path)
    for id in {found.id, seen.id, seen.parent, seen.origin} - {""}:
        yield "id", found.agent, id
    if entry.parent is not None:
        yield "path", str(entry.parent.session.path)
    if seen.started and seen.title:
        yield "beginning", found.agent, seen.started, seen.title
