"""The law of bytes: every byte of a source is in some event's origin, in the document's frame, or in a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steno.diagnostics import Diagnostic
from steno.model import Origin, Trace

Range = tuple[int, int]


def unaccounted(trace: Trace, diagnostics: Iterable[Diagnostic], size: int, source: int = 0) -> list[Range]:
    """The ranges (start, end) of a source that nothing speaks for."""
    return gaps({*spoken_for(trace, source), *reported(diagnostics)}, size)


def spoken_for(trace: Trace, source: int) -> Iterator[Range]:
    """The ranges (offset, length) of a source that are in an event's origin or in the document's frame."""
    for event in trace.events:
        if isinstance(event.origin, Origin) and event.origin.source == source:
            yield event.origin.offset, event.origin.length
    yield from trace.header.sources[source].frame


def reported(diagnostics: Iterable[Diagnostic]) -> Iterator[Range]:
    """The ranges (offset, length) that diagnostics speak of."""
    for each in diagnostics:
        if each.place.offset is not None and each.place.length is not None:
            yield each.place.offset, each.place.length


def gaps(ranges: Iterable[Range], size: int) -> list[Range]:
    """What ranges (offset, length) leave out of so many bytes: (start, end)."""
    found, position = [], 0
    for offset, length in sorted(ranges):
        if offset > position:
            found.append((position, offset))
        position = max(position, offset + length)
    if position < size:
        found.append((position, size))
    return found
