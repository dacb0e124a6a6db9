"""Read traces: of a file or stream, or of a session that a word names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeVar

from steno import pipeline
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.files import opened
from steno.diagnostics import Place, Report
from steno.model import Trace

if TYPE_CHECKING:
    from steno.api.mask import Mask

T = TypeVar("T")

Source = str | os.PathLike[str] | BinaryIO
"""A path, or a binary stream."""


@contextmanager
def open_source(source: Source) -> Iterator[tuple[BinaryIO, Place]]:
    """The bytes of a source, and what to call it."""
    if isinstance(source, str | os.PathLike):
        with opened(Path(source)) as stream:
            yield stream, Place(os.fspath(source))
    else:
        yield source, Place()


def read(source: Source, *, format: str | None = None, report: Report = ignore) -> Iterator[Trace]:
    """The traces of a file or binary stream; its format is found by content unless it is named.

    Bad input never raises: what cannot be understood is kept as an event of kind `unknown`, and `report` is told.
    Raises `Unreadable` where there is nothing to read, or no format knows it.
    """
    with open_source(source) as (stream, place):
        yield from pipeline.read(stream, place, report, format)


def read_session(
    world: World,
    session: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[Trace]:
    """The traces of the session that a word names, with the notes on it; as they are unless a `mask` is given.

    A word is a path, `-`, `@latest`, `@-2`, `@current`, `agent:id` or the beginning of an id; raises `NotFound`.
    """
    from steno.api.inputs import resolver, traces

    source = resolver(world, report)(session)
    found = traces(world, source, "reading", format=format, subagents=subagents, report=report, progress=progress)
    return found if mask is None else mask.traces(found, report)


class OfSession(Protocol[T]):
    """A verb that looks at each trace of the session that a word names, as `read_session` gives them."""

    def __call__(
        self,
        world: World,
        session: str,
        *,
        format: str | None = None,
        subagents: bool = True,
        mask: Mask | None = None,
        report: Report = ignore,
        progress: Progress = silent,
    ) -> list[T]: ...


def of_session(look: Callable[[Trace], T]) -> OfSession[T]:
    """The verb that is made of a look at one trace."""

    def verb(world: World, session: str, **how: Any) -> list[T]:
        return [look(trace) for trace in read_session(world, session, **how)]

    verb.__doc__ = look.__doc__
    return verb
