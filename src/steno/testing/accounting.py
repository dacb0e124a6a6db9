"""The law of bytes: every byte of a source is in some event's origin, in the document's frame, or in a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable

from steno.diagnostics import Diagnostic
from steno.model import Origin, Trace


def unaccounted(trace: Trace, diagnostics: Iterable[Diagnostic], size: int, source: int = 0) -> list[tuple[int, int]]:
    """The ranges (start, end) of a source that nothing speaks for."""
    ranges = {
        (event.origin.offset, event.origin.length)
        for event in trace.events
        if isinstance(event.origin, Origin) and event.origin.source == source
    }
    ranges.update(trace.header.sources[source].frame)
    places = (each.place for each in diagnostics)
    ranges.update((each.offset, each.length) for each in places if each.offset is not None and each.length is not None)
    gaps, position = [], 0
    for offset, length in sorted(ranges):
        if offset > position:
            gaps.append((position, offset))
        position = max(position, offset + length)
    if position < size:
        gaps.append((position, size))
    return gaps
