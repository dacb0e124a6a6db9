"""List the files that a session touched: when, by which call, and what came of it.  Opens none of them."""

from __future__ import annotations

import enum
from collections.abc import Iterator

from msgspec import Struct, field

from steno import pipeline
from steno.api.inputs import resolver
from steno.api.read import of_session
from steno.api.world import World
from steno.compare.normal import Normal
from steno.diagnostics import Place
from steno.edits import diffs
from steno.edits.calls import Delete, Edit, Move, Seen, Tried, edits
from steno.edits.paths import spelled
from steno.errors import NotFound, Unreadable
from steno.model import Event, ToolCall, Trace
from steno.model.calls import as_object, path_of
from steno.model.steps import Step, steps
from steno.session import CURRENT, own_id, stream, with_steps


class Result(enum.Enum):
    """What came of a call on a file."""

    READ = "read"
    CREATED = "created"
    CHANGED = "changed"
    MOVED = "moved"
    DELETED = "deleted"
    FAILED = "failed"


WRITES = (Result.CREATED, Result.CHANGED, Result.MOVED, Result.DELETED)


class Touch(Struct, frozen=True, omit_defaults=True):
    """One call on one file."""

    number: int
    """Its place in the log, counted from 1."""
    uid: str
    tool: str
    result: Result
    time: str | None = None
    added: int | None = None
    """Lines; None where the log does not say how many."""
    removed: int | None = None
    to: str | None = None
    """Where it was moved to."""


class File(Struct, omit_defaults=True):
    """A file, and every call on it in the order of the log."""

    path: str
    """From the folder of the session, if it lies there; else whole."""
    touches: list[Touch] = field(default_factory=list)

    def count(self, *results: Result) -> int:
        return sum(touch.result in results for touch in self.touches)

    @property
    def lines(self) -> tuple[int, int]:
        """How many were added and removed, as far as the log says."""
        added, removed = (sum(getattr(touch, name) or 0 for touch in self.touches) for name in ("added", "removed"))
        return added, removed

    @property
    def is_floor(self) -> bool:
        """Whether some change does not say its lines: then there were more."""
        return any(touch.result in WRITES and touch.added is None and touch.to is None for touch in self.touches)

    @property
    def state(self) -> Result:
        """What became of it in the end."""
        written = [touch.result for touch in self.touches if touch.result in WRITES]
        if not written:
            return self.touches[-1].result
        last = written[-1]
        return Result.CREATED if last is Result.CHANGED and Result.CREATED in written else last


class Files(Struct, omit_defaults=True):
    session: str | None
    files: list[File]
    """In the order in which they were first touched."""


def is_session(world: World, word: str) -> bool:
    """Whether a word names a session or a trace, and not merely some file."""
    if word == CURRENT:
        return True  # reading it says which, or why nobody knows
    try:
        source = resolver(world)(word)
        if source.path is None or source.agent is not None:
            return True
        with stream(source, world.stdin()) as file:
            pipeline.identified(file, Place(source.name))
    except (NotFound, Unreadable):
        return False
    return True


def touched(trace: Trace) -> Files:
    """The files of one trace, by what its calls and their results say.

    What a command reads, or writes without holding the text, is not known.
    """
    normal, found = Normal(trace), dict[str, File]()
    places = {event.uid: at for at, event in enumerate(trace.events)}
    for path, touch in sorted(_touches(trace, places), key=lambda each: each[1].number):
        name = normal.relative(path)
        found.setdefault(name, File(name)).touches.append(touch)
    return Files(own_id(trace) or None, list(found.values()))


files = of_session(touched)
"""The files of the traces that a word names."""


def _touches(trace: Trace, places: dict[str, int]) -> Iterator[tuple[str, Touch]]:
    known: set[tuple[str, str]] = set()
    for edit in edits(trace, undated=True):
        event = trace.events[places[edit.uid]]
        if event.signs.replayed:
            continue
        path = spelled(edit.path, edit.cwd)
        known.add((edit.uid, path))
        yield path, _edited(edit, event, places[edit.uid] + 1)
    for step in steps(with_steps(trace)):
        if (name := _read(step)) is not None and (step.anchor.uid, name) not in known:
            worked = step.get("success") is not False
            yield name, _touch(step.anchor, places[step.anchor.uid] + 1, Result.READ if worked else Result.FAILED)


def _read(step: Step) -> str | None:
    """The file that a call of a tool for reading names."""
    event = step.anchor
    if step.get("operation") != "read" or not isinstance(event.body, ToolCall) or event.signs.replayed:
        return None
    path = path_of(as_object(event.body.arguments))
    return None if path is None else spelled(path, event.signs.cwd or "")


def _edited(edit: Edit, event: Event, number: int) -> Touch:
    last = edit.steps[-1]
    match last:
        case Seen():
            return _touch(event, number, Result.READ)
        case Tried():
            return _touch(event, number, Result.FAILED)
        case Delete():
            result = Result.DELETED
        case Move():
            result = Result.MOVED
        case _:
            result = Result.CREATED if edit.new else Result.CHANGED
    real = tuple(step for step in edit.steps if not isinstance(step, Move))
    around = {"new": edit.new, "before": edit.before}
    lines = diffs.counted(edit.hunks, real, lambda: None if edit.mixed else diffs.of_steps(real, around))
    to = spelled(last.to, edit.cwd) if isinstance(last, Move) else None
    return _touch(event, number, result, lines, to)


def _touch(
    event: Event, number: int, result: Result, lines: tuple[int, int] | None = None, to: str | None = None
) -> Touch:
    return Touch(
        number=number,
        uid=event.uid,
        tool=event.body.tool if isinstance(event.body, ToolCall) else "",
        result=result,
        time=event.time if isinstance(event.time, str) else None,
        added=None if lines is None else lines[0],
        removed=None if lines is None else lines[1],
        to=to,
    )
