"""What an agent took out of its own history: the events that vanished or changed between two states of a file."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from io import BytesIO
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType

from steno import session
from steno.api.archived import found, opened
from steno.api.inputs import resolver
from steno.api.world import World, ignore
from steno.base.exact import JSON, encode
from steno.diagnostics import Report
from steno.errors import Unreadable, UsageError
from steno.model import Event, Origin, Text, Thought, ToolCall, ToolResult
from steno.session import Input
from steno.store.archive import Archive
from steno.store.archive_files import looks_beside
from steno.store.versions import Change, Version

_LONGEST, _LEAD = 100, 30


class Mention(Struct, frozen=True, kw_only=True):
    """An event of one state of a file."""

    number: int
    """Among the events of that state, from 1."""
    kind: str
    line: int | UnsetType = UNSET
    """Of the file."""
    id: str | UnsetType = UNSET
    """The record's own."""
    text: str
    """The beginning of what it says."""


class Changed(Struct, frozen=True):
    """An event that is there in both states, and does not say the same."""

    before: Mention
    after: Mention


class Rewrite(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.rewritten/1"):
    """What differs between two states of a file."""

    path: str
    before: int
    """The version of the session in which the file was in the first state ..."""
    after: int
    """... and in which it was in the second."""
    time: str
    """When the second was seen."""
    same: int
    """How many events are as they were."""
    vanished: list[Mention] = []
    changed: list[Changed] = []
    added: list[Mention] = []
    unread: str | UnsetType = UNSET
    """Why the states cannot be compared as events."""


class Rewritten(Struct, frozen=True):
    """Every rewrite of a session's files that the archive knows of."""

    id: str
    agent: str
    rewrites: list[Rewrite]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing vanished and nothing changed, as far as that could be read."""
        return not any(each.vanished or each.changed or each.unread for each in self.rewrites)


def rewritten(
    world: World, session: str, *, before: int | None = None, after: int | None = None, report: Report = ignore
) -> Rewritten:
    """What vanished, changed and came whenever a file of a session was rewritten; or between two of its versions.

    A file that only grew has lost nothing and is not compared, unless versions are named.  Raises `NotFound` where the
    archive does not have the session.
    """
    archive = opened(world)
    if session.startswith("@"):
        session = str(resolver(world)(session).path)
    main = found(archive, session)
    if (before is None) != (after is None):
        raise UsageError("name two versions, or none")
    pairs = _rewrites(archive, main) if before is None or after is None else _between(archive, main, before, after)
    one = next(iter(archive.journal.sessions[main].values()))[0]
    return Rewritten(one.session, one.agent, [_compared(archive, *pair, report) for pair in pairs])


def _rewrites(archive: Archive, main: str) -> Iterator[tuple[Version, Version]]:
    """Each state of a file that does not begin with the one before, and that one."""
    for states in archive.journal.sessions[main].values():
        last: Version | None = None
        for each in states:
            if last is not None and archive.journal.change(each) in (Change.REWRITTEN, Change.BACK):
                yield last, each
            last = last if each.is_gone else each


def _between(archive: Archive, main: str, before: int, after: int) -> Iterator[tuple[Version, Version]]:
    """Each file that is in both versions of a session, and not the same."""
    old = {each.path: each for each in archive.files(main, before)}
    for new in archive.files(main, after):
        if (one := old.get(new.path)) is not None and one.hash != new.hash:
            yield one, new


def _compared(archive: Archive, old: Version, new: Version, report: Report) -> Rewrite:
    known = {"path": new.path, "before": old.state, "after": new.state, "time": new.time}
    try:
        first, second = _events(archive, old, report), _events(archive, new, report)
    except Unreadable as error:
        return Rewrite(**known, same=0, unread=str(error))  # type: ignore[arg-type]
    pairs, left, right = aligned(first, second)
    return Rewrite(
        **known,  # type: ignore[arg-type]
        same=len(first) - len(left) - len(pairs),
        vanished=[_mention(first, each) for each in left],
        changed=[_changed(first, one, second, two) for one, two in pairs],
        added=[_mention(second, each) for each in right],
    )


def _events(archive: Archive, version: Version, report: Report) -> list[Event]:
    """The events of a file in one state, by the reader of its agent; with the files that the reader looks at too."""
    together = looks_beside(version.agent)
    wanted = archive.files(version.main, version.state) if together else [version]
    with tempfile.TemporaryDirectory(prefix="steno-") as folder:
        path = archive.restore(wanted, Path(folder))[0]
        source = Input(str(path), path, version.agent or None)
        return [event for trace in session.read(source, BytesIO(), report) for event in trace.events]


# Alignment

Key = Callable[[Event], Hashable | None]


def _whole(event: Event) -> Hashable:
    return event.kind, event.role, event.native, event.call, repr(event.body)


def _named(event: Event) -> Hashable | None:
    """By the id of the record and of the call; None where it has none."""
    known = isinstance(event.native, str) or isinstance(event.call, str)
    return (event.kind, event.native, event.call) if known else None


def _said(event: Event) -> Hashable:
    return event.kind, event.role, repr(event.body)


def aligned(old: list[Event], new: list[Event]) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Which events of two states are the same under one id and say something else, which are only in the first, and
    which only in the second; by index.

    What says the same under another id is the same: agents number their records anew.
    """
    left, right = list(range(len(old))), list(range(len(new)))
    _, left, right = _matched(old, new, left, right, _whole)
    pairs, left, right = _matched(old, new, left, right, _named)
    _, left, right = _matched(old, new, left, right, _said)
    return pairs, left, right


def _matched(
    old: list[Event], new: list[Event], left: list[int], right: list[int], key: Key
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pairs of equal keys, in order, and what is left of both."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for index in reversed(right):
        waiting[key(new[index])].append(index)
    pairs, rest = [], []
    for index in left:
        found = key(old[index])
        if found is not None and waiting.get(found):
            pairs.append((index, waiting[found].pop()))
        else:
            rest.append(index)
    taken = {two for _, two in pairs}
    return pairs, rest, [index for index in right if index not in taken]


def _changed(old: list[Event], one: int, new: list[Event], two: int) -> Changed:
    """Both ways of saying it, from a little before the first difference on."""
    before, after = _words(old[one]), _words(new[two])
    ends = (at for at, (x, y) in enumerate(zip(before, after, strict=False)) if x != y)
    common = next(ends, min(len(before), len(after)))
    start = max(0, common - _LEAD) if common > _LONGEST - _LEAD else 0
    return Changed(_mention(old, one, start), _mention(new, two, start))


def _mention(events: list[Event], index: int, start: int = 0) -> Mention:
    event = events[index]
    return Mention(
        number=index + 1,
        kind=event.kind.value,
        line=event.origin.line if isinstance(event.origin, Origin) else UNSET,
        id=event.native if isinstance(event.native, str) else event.call,
        text=_short(_words(event), start),
    )


def _words(event: Event) -> str:
    """What an event says."""
    match event.body:
        case Text(text=text) | Thought(text=str(text)):
            return text
        case ToolCall(tool=tool, arguments=arguments):
            return tool if arguments is UNSET else f"{tool} {_plain(arguments)}"
        case ToolResult(content=content):
            return "" if isinstance(content, UnsetType) else _plain(content)
        case body:
            return str(getattr(body, "name", ""))


def _plain(value: JSON) -> str:
    return value if isinstance(value, str) else encode(value).decode("utf-8", "replace")


def _short(words: str, start: int) -> str:
    """A part of a text as one line, with a mark where something is left out."""
    line = " ".join(words[start : start + 4 * _LONGEST].split())
    cut = line if len(line) <= _LONGEST and start + 4 * _LONGEST >= len(words) else line[: _LONGEST - 1] + "…"
    return "…" * bool(start) + cut
