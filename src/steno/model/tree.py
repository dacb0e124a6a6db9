"""The branches of a log: where a human went back and said something else, and what was left behind.

Knows what a log states: which record follows which, and how many prompts were taken back.  Where it states neither, it
has one branch.  Records that hang off one another in other ways, as parallel results do, make no branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct

from steno.model.body import Lifecycle
from steno.model.event import Event, Kind


class Fork(Struct, frozen=True):
    """Prompts in one another's place."""

    prompts: tuple[str, ...]
    """Their uids, in the order of the log."""
    active: str
    """The one from which the log went on last."""


class Tree(Struct, frozen=True):
    leaf: str | None = None
    """The uid of the event at which the active branch ends."""
    forks: tuple[Fork, ...] = ()
    left: frozenset[str] = frozenset()
    """The uids of the events on branches that were left."""


def tree(events: Sequence[Event], prompts: Sequence[int]) -> Tree:
    """The branches of a log; `prompts` are the places in it at which humans spoke to the agent."""
    linked = len(prompts) > 1 and any(events[index].parent is not UNSET for index in prompts)
    forks, left = _linked(events, prompts) if linked else ([], set())
    taken, back = _taken_back(events, prompts)
    gone = frozenset(left | back)
    return Tree(_leaf(events, gone), (*forks, *taken), gone)


def _leaf(events: Sequence[Event], gone: frozenset[str]) -> str | None:
    for event in reversed(events):
        bookkeeping = isinstance(event.body, Lifecycle) and event.body.transient
        if not bookkeeping and event.echo_of is UNSET and event.span is UNSET and event.uid not in gone:
            return event.uid
    return None


# By what follows what

_NOWHERE: Final = ""


def _linked(events: Sequence[Event], prompts: Sequence[int]) -> tuple[list[Fork], set[str]]:
    records = _Records(events)
    siblings: dict[str, dict[str, int]] = {}
    asked = {native: index for index in reversed(prompts) if (native := records.own(events[index]))}
    for native, index in reversed(asked.items()):
        if (before := records.before(native, asked)) != _NOWHERE:
            siblings.setdefault(before, {})[native] = index
    forks: list[Fork] = []
    left: set[str] = set()
    for each in siblings.values():
        if len(each) > 1:
            active = max(each, key=records.last.__getitem__)
            forks.append(Fork(tuple(events[index].uid for index in each.values()), events[each[active]].uid))
            left.update(events[index].uid for index in records.below(native for native in each if native != active))
    return forks, left


class _Records:
    """The records of a log by their own ids."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._above: dict[str, str | None] = {}
        self._below: dict[str, list[str]] = {}
        self._events: dict[str, list[int]] = {}
        self._answers: set[str] = set()
        """Those that hold what a call returned."""
        for index, event in enumerate(events):
            if isinstance(native := event.native, str):
                self._events.setdefault(native, []).append(index)
                if event.kind is Kind.TOOL_RESULT:
                    self._answers.add(native)
                if native not in self._above:
                    parent = self._above[native] = event.parent if isinstance(event.parent, str) else None
                    if parent is not None:
                        self._below.setdefault(parent, []).append(native)
        self.last = {native: places[-1] for native, places in self._events.items()}
        """Where the branch ends that begins with a record, by the order of the log."""
        for native in reversed(self._events):
            if (parent := self._above[native]) in self.last:
                self.last[parent] = max(self.last[parent], self.last[native])
        self._known: dict[str, str] = {}
        self._visited: set[str] = set()

    def own(self, event: Event) -> str | None:
        """The id of a prompt's record; none where the words only stand beside what a call returned."""
        native = event.native if isinstance(event.native, str) else None
        return None if native in self._answers else native

    def before(self, native: str, asked: dict[str, int]) -> str:
        """The prompt that a prompt follows, or the record with which its branch began."""
        path: list[str] = []
        seen = {native}
        here, found = self._above.get(native), _NOWHERE
        while here is not None and here not in seen:
            seen.add(here)
            path.append(here)
            if here in self._known:
                found = self._known[here]
                break
            found = here
            if here in asked:
                break
            here = self._above.get(here)
        self._known.update(dict.fromkeys(path, found))
        return found

    def below(self, natives: Iterable[str]) -> Iterator[int]:
        """Where the events stand of records and of all that follow them; of each record once, however often asked."""
        waiting = list(natives)
        while waiting:
            here = waiting.pop()
            if here not in self._visited:
                self._visited.add(here)
                yield from self._events.get(here, ())
                waiting += self._below.get(here, ())


# By how many were taken back


def _taken_back(events: Sequence[Event], prompts: Sequence[int]) -> tuple[list[Fork], set[str]]:
    """What a log leaves that says how many prompts it takes back, and goes on below."""
    forks: list[Fork] = []
    left: set[str] = set()
    path: list[int] = []
    waiting, gone = iter(prompts), list[int]()
    following = next(waiting, None)
    for index, event in enumerate(events):
        if index == following:
            following = next(waiting, None)
            if gone:
                forks.append(Fork((events[gone[0]].uid, event.uid), event.uid))
                gone = []
            path.append(index)
        elif isinstance(event.signs.back, int) and event.signs.back > 0 and path:
            gone, path = path[-event.signs.back :], path[: -event.signs.back]
            left.update(each.uid for each in events[gone[0] : index])
    return forks, left
