"""Which sessions belong to one tree, where an agent keeps its sub-agents' logs among all others.  Reads first lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from steno import sources
from steno.base.files import Unreadable, opened, peek
from steno.diagnostics import Report
from steno.pipeline import HEAD
from steno.sources import Base, Kin, Places, Session

_UNKNOWN = Kin(None, None)


class FamilyTree:
    """Logs, and who started whom."""

    def __init__(self, logs: Mapping[Path, str | None], kin: Callable[[bytes], Kin]) -> None:
        """`logs`: each with the id that its name has, where a log does not state its own."""
        stated = {path: _of_file(path, kin) for path in logs}
        self._own = {path: each.own or logs[path] or str(path) for path, each in stated.items()}
        self._parent = {path: each.parent for path, each in stated.items()}
        self._below: dict[str, list[Path]] = {}
        for path, parent in self._parent.items():
            self._below.setdefault(parent or "", []).append(path)

    def around(self, path: Path) -> list[Path]:
        """The logs of the whole tree in which a log stands, from its root on; each session once."""
        home = {own: each for each, own in reversed(self._own.items())}
        root, seen = path, {path}
        while (parent := home.get(self._parent[root] or "")) is not None and parent not in seen:
            root = parent
            seen.add(root)
        return [root, *self.below([self._own[root]])]

    def below(self, ids: Iterable[str]) -> Iterator[Path]:
        """The logs of those that these sessions started, and of theirs; each session once."""
        waiting = list(ids)
        done = set(waiting)
        while waiting:
            for path in self._below.get(waiting.pop(), ()):
                if (own := self._own[path]) not in done:
                    done.add(own)
                    waiting.append(own)
                    yield path


def family(agent: object, find: Callable[[], Sequence[Session]], beside: Iterable[Path] = ()) -> FamilyTree | None:
    """The family among an agent's sessions and other logs; None where its sub-agents are no sessions of their own."""
    places = sources.places(agent)
    if places is None or places.kin is None:
        return None
    named = {each.path: each.id for each in find() if each.agent == agent}
    return FamilyTree(dict.fromkeys(beside) | named, places.kin)


def _of_file(path: Path, kin: Callable[[bytes], Kin]) -> Kin:
    try:
        with opened(path) as file:
            return kin(peek(file, HEAD).partition(b"\n")[0])
    except Unreadable:
        return _UNKNOWN


def near(path: Path, places: Places, ids: Iterable[str], report: Report) -> Iterator[Path]:
    """The logs of these sessions that lie where a log lies, the newest of each.

    In an agent's own folders, names say whose they are; elsewhere, the first lines of the files beside it.
    """
    wanted = dict.fromkeys(ids)
    if not wanted:
        return
    found: dict[str, Path] = {}
    if among := sorted(places.among(path, report), key=lambda each: (each.modified, each.path)):
        found = {places.thread(each.id): each.path for each in among}
    elif places.kin is not None:
        found = {own: each for each in beside(path) if (own := _of_file(each, places.kin).own) is not None}
    yield from (found[id] for id in wanted if id in found)


def holder(path: Path, places: Places, base: Base, report: Report) -> Path | None:
    """The log that holds the beginning of another one."""
    among = [each.path for each in places.among(path, report)] or beside(path)
    return next((each for each in among if base.is_named(each.name)), None)


def beside(path: Path) -> list[Path]:
    """The files beside a log that may be logs too."""
    return sorted(path.parent.glob("*.jsonl*"))
