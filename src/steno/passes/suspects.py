"""Tells which events of a trace may hold something, so that the others are not gone through string by string.

An event is looked at as JSON spells it, escapes and all: detectors find there what they find in its strings.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from msgspec import json
from msgspec.structs import replace

from steno.detect import Span, Unscannable
from steno.model import Event, Trace
from steno.model.kept import Paths
from steno.model.walk import Apart, LinesMap, PairMap, TextMap, map_strings

_SPELLING = json.Encoder(enc_hook=repr)
_BLOCK = 1 << 20
_BETWEEN = b"\n\n"


class Suspects:
    """The events of a trace to go through; all of them, where not all have a spelling."""

    def __init__(self, trace: Trace, find: Callable[[bytes], list[Span]]) -> None:
        self._places: set[int] = set()
        self.add(trace, find)

    def add(self, trace: Trace, find: Callable[[bytes], list[Span]]) -> None:
        """Those too in which this finds something."""
        try:
            for first, spelled in _blocks(trace.events):
                self._places.update(_found(first, spelled, find))
        except (RecursionError, OverflowError, TypeError, ValueError):
            self._places.update(range(len(trace.events)))

    def map_strings(self, trace: Trace, text: TextMap, lines: LinesMap | None, pair: PairMap, apart: Apart) -> Trace:
        """As `map_strings` does, for these events and all that is no event."""
        places = sorted(self._places)
        some = tuple(trace.events[place] for place in places)
        below = apart.paths.down("events") or Paths()
        rest = map_strings(replace(trace, events=()), text, lines, pair, apart)
        new = map_strings(some, text, lines, pair, Apart(below, apart.text))
        if rest.header is trace.header and rest.notes is trace.notes and new is some:
            return trace
        events = list(trace.events)
        for place, event in zip(places, new, strict=True):
            events[place] = event
        return replace(rest, events=tuple(events))


def _blocks(events: tuple[Event, ...]) -> Iterator[tuple[int, list[bytes]]]:
    """The spelled events, some at once, with the number of the first."""
    spelled: list[bytes] = []
    first = size = 0
    for place, event in enumerate(events):
        spelled.append(_SPELLING.encode(event))
        size += len(spelled[-1])
        if size > _BLOCK:
            yield first, spelled
            first, size, spelled = place + 1, 0, []
    yield first, spelled


def _found(first: int, spelled: list[bytes], find: Callable[[bytes], list[Span]]) -> Iterator[int]:
    begins = list(accumulate((len(data) + len(_BETWEEN) for data in spelled), initial=0))
    try:
        spans = find(_BETWEEN.join(spelled))
    except (Unscannable, MemoryError):
        yield from range(first, first + len(spelled))
        return
    for span in spans:
        low, high = bisect_right(begins, span.start) - 1, bisect_right(begins, span.end - 1) - 1
        yield from range(first + low, first + min(high, len(spelled) - 1) + 1)
