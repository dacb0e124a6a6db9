"""Which inputs a verb over many sessions means: words, the files of folders, and what began where and when."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from steno.api.world import World
from steno.base.time import local
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.model import Trace
from steno.notes.sidecar import SUFFIX
from steno.session import belongs, overview
from steno.sources import child_test
from steno.stats import Period

_AGO = re.compile(r"(\d{1,5})d", re.ASCII)


def day(world: World, text: str | None) -> date | None:
    """A day that a user names, in local time; raises `UsageError`."""
    if text is None:
        return None
    if ago := _AGO.fullmatch(text):
        return world.clock().astimezone().date() - timedelta(days=max(0, int(ago[1]) - 1))
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a day: expected 2026-01-31, or 7d for the last seven days") from None


def period(world: World, since: str | None, until: str | None) -> Period:
    """The days from one to another, both included; raises `UsageError` where none is left."""
    first, last = day(world, since), day(world, until)
    if first is not None and last is not None and first > last:
        raise UsageError(f"--since {since} is after --until {until}, so no day is left")
    return Period(first, last)


class Selection(Struct, frozen=True):
    """What is wanted of the inputs."""

    project: str | None = None
    since: date | None = None

    @property
    def is_whole(self) -> bool:
        return self.project is None and self.since is None

    def traces(self, traces: Iterable[Trace]) -> Iterator[Trace]:
        """Those that are wanted."""
        return (trace for trace in traces if self._wants(trace))

    def _wants(self, trace: Trace) -> bool:
        if self.project is not None and not belongs(overview(trace), self.project):
            return False
        if self.since is None:
            return True
        last = max((moment for event in trace.events if (moment := event.instant()) is not None), default=None)
        return last is not None and local(last).date() >= self.since

    def words(
        self,
        world: World,
        words: Sequence[str],
        report: Report,
        *,
        whole: Callable[[Path], bool] = lambda _: False,
    ) -> list[str]:
        """Words, with a folder's files in its place, but for a folder that is an input as a `whole`.

        Without words, every session on this machine, oldest first; raises `UsageError` where nothing limits that.
        """
        if not words and self.is_whole:
            raise UsageError(
                "nothing to read: name sessions, files or folders, or choose some with --project or --since"
            )
        found: list[str] = [word for each in words for word in _expanded(each, whole)]
        if not words:
            found = [str(each.path) for each in reversed(world.sessions(report)) if self._may_hold(each.modified)]
        return list(dict.fromkeys(found))

    def _may_hold(self, modified: float) -> bool:
        """Whether a file of that time can hold something of the days that are wanted."""
        return self.since is None or datetime.fromtimestamp(modified).astimezone().date() >= self.since


def _expanded(word: str, whole: Callable[[Path], bool]) -> Iterator[str]:
    folder = Path(word)
    if word == "-" or not folder.is_dir() or whole(folder):
        yield word
        return
    found = list(_files(folder, whole, child_test()))
    if not found:
        raise UsageError(f"{word}: a folder without sessions or traces (.jsonl, .json, .ndjson)")
    yield from found


def _files(folder: Path, whole: Callable[[Path], bool], child: Callable[[Path], bool]) -> Iterator[str]:
    """By name; notes are read with what they are on, and a sub-agent's file with the session it belongs to."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from [str(path)] if whole(path) else _files(path, whole, child)
        elif _is_input(path, child):
            yield str(path)


def _is_input(path: Path, child: Callable[[Path], bool]) -> bool:
    name = path.name.removesuffix(".gz").removesuffix(".zst")
    return (
        path.is_file()
        and name.endswith((".jsonl", ".json", ".ndjson"))
        and not name.endswith((SUFFIX, ".meta.json"))
        and not child(path)
    )
