"""The law of losses: every difference between a trace and what is read back is named by a loss, and the reverse.

No writer is asked how it counts: two traces are compared, and what was said of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from steno.base.exact import JSON, pointer
from steno.diagnostics import Diagnostic, Severity
from steno.model import (
    Derivation,
    Event,
    Header,
    Lifecycle,
    Note,
    Origin,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
)
from steno.model.body import essence
from steno.model.event import STATED

_GONE = 1000
"""The price of an event that is gone or was added; any difference between two events of one kind costs less ..."""
_EVENTS = ("/events/*", "/events/+")
_UNNAMED = 10_000
"""... unless no loss names it, where that counts."""


def differences(before: Trace, after: Trace, named: Container[str] | None = None) -> Counter[str]:
    """What a trace says that another one does not, as pointers into the first with `*` for any event, counted.

    `/events/*` is an event that is gone, `/events/+` one that was not there.  An event that only echoes another is no
    difference where it was added; nor is the residue of the other format, which is its way to spell the same event.

    Where there are several ways to say what became of an event, the one that differs least is taken; with `named`, the
    one that differs least in what these pointers do not name.
    """
    found: Counter[str] = Counter()
    found.update(f"/header/{name}" for name in _header(before, after))
    whole, before = before, _carried(before, after)
    called: dict[str, str] = {}
    for old, new in _aligned(_Scale(before, after, named)):
        if old is not None and new is not None:
            called[old.uid] = new.uid
        if new is None:
            found["/events/*"] += 1
        elif old is None:
            found["/events/+"] += new.echo_of is UNSET
        else:
            found.update("/events/*" + each for each in _event(before, old, after, new))
    found["/notes"] += _without(before.notes, after.notes) + _without(after.notes, whole.notes)
    for name in ("patches", "git_links", "attributions", "artifacts"):
        parts = tuple(_pointing(each, called) for each in getattr(before, name))
        found[f"/{name}"] += len(parts) if parts != getattr(after, name) else 0
    return +found


def _without(notes: Iterable[Note], others: Iterable[Note]) -> int:
    """How many notes are not among others."""
    known: dict[object, list[Note]] = {}
    for each in others:
        known.setdefault((each.target, each.key), []).append(each)
    return sum(each not in known.get((each.target, each.key), ()) for each in notes)


def _pointing(part: Any, called: Mapping[str, str]) -> Any:
    """What points at an event points at the same one where it is called otherwise."""
    event = getattr(part, "event", UNSET)
    return structs.replace(part, event=called[event]) if isinstance(event, str) and event in called else part


def _carried(before: Trace, after: Trace) -> Trace:
    """What is to be found again: a file that is written back need not say what rules derive of it."""
    if [each.format for each in before.header.sources] != [each.format for each in after.header.sources]:
        return before
    return structs.replace(
        before,
        events=tuple(each for each in before.events if not isinstance(each.origin, Derivation)),
        notes=tuple(each for each in before.notes if not isinstance(each.author, Derivation)),
    )


class Unexplained(NamedTuple):
    """What breaks the law; empty and false where nothing does."""

    differences: list[str]
    """Differences that no loss names."""
    losses: list[str]
    """Losses that name no difference, or not as many as there are."""

    def __bool__(self) -> bool:
        return bool(self.differences or self.losses)


def unexplained(before: Trace, after: Trace, losses: Iterable[Diagnostic]) -> Unexplained:
    """Where differences and losses do not agree, pointer by pointer and number by number."""
    found, named = differences(before, after), Counter[str]()
    for loss in losses:
        if loss.severity is Severity.LOSS:
            named[loss.place.pointer] += loss.count
    return Unexplained(
        [f"{where}: {count}, named 0" for where, count in _unnamed(found, named, before, after).items()],
        [f"{where}: {count}, found {found[where]}" for where, count in named.items() if found[where] != count],
    )


def unnamed(before: Trace, after: Trace, named: Mapping[str, int]) -> dict[str, int]:
    """The differences between a trace and what is read back of it, by pointer, that no loss names.

    `named` counts what losses name, by pointer.  Events may be gone or added no more often than that: else every
    difference would be an event that is gone and another that was added.
    """
    found = differences(before, after, named)
    missing = _unnamed(found, named, before, after)
    excess = {where: found[where] - named.get(where, 0) for where in _EVENTS}
    return missing | {where: count for where, count in excess.items() if count > 0}


def _unnamed(found: Counter[str], named: Container[str], before: Trace, after: Trace) -> dict[str, int]:
    """That a document's own level says more than before (a hash of its events) may be named, and need not be."""
    missing = {where: count for where, count in found.items() if where not in named}
    if "/header/residue" in missing and _holds(
        _without_holes(after.header.residue), _without_holes(before.header.residue)
    ):
        del missing["/header/residue"]
    return missing


# The header


def _header(before: Trace, after: Trace) -> Iterator[str]:
    for name in structs.asdict(Header()):
        old, new = getattr(before.header, name), getattr(after.header, name)
        if name == "sources":
            # Where the copy lies is no statement about the run; of what kind its source is, is one.
            old, new = [each.format for each in old], [each.format for each in new]
        elif name == "residue":
            own = {source.format for source in before.header.sources}
            old, new = _without_holes(old), _without_holes({key: each for key, each in new.items() if key in own})
        if old != new:
            yield name


def _holds(new: JSON, old: JSON) -> bool:
    """Whether one value says all that another one says."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and _holds(new[key], value) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) <= len(new) and all(map(_holds, new, old))
    return bool(old == new)


def _without_holes(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _without_holes(each) for key, each in value.items() if each is not UNSET}
    return [_without_holes(each) for each in value] if isinstance(value, list) else value


# Events

Pair = tuple[Event | None, Event | None]

_CELLS = 250_000
"""How many pairs of events are weighed against each other at most; in longer traces it is clear which belong together
where they hold the same, and only what stands between those is weighed."""


def _aligned(scale: _Scale) -> list[Pair]:
    """Each event with what became of it: the alignment, in order, that leaves the least difference."""
    old, new = scale.before.events, scale.after.events
    if len(old) == len(new) and all(map(scale.is_likely, old, new)):
        return list(zip(old, new, strict=True))
    if len(old) * len(new) <= _CELLS:
        return _weighed(old, new, scale)
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*_alike(old, new), (len(old), len(new))]:
        pairs += _between(old[i:a], new[j:b], scale)
        pairs += zip(old[a : a + 1], new[b : b + 1], strict=True)
        i, j = a + 1, b + 1
    return pairs


def _between(old: Sequence[Event], new: Sequence[Event], scale: _Scale) -> list[Pair]:
    if len(old) * len(new) <= _CELLS:
        return _weighed(old, new, scale)
    # Hundreds of events in a row that hold nothing of their own: each becomes the next that it can be.
    places: dict[object, deque[int]] = {}
    for place, each in enumerate(old):
        places.setdefault(_sort(each), deque()).append(place)
    pairs: list[Pair] = []
    at = 0
    for each in new:
        left = places.get(_sort(each), deque())
        while left and left[0] < at:
            left.popleft()
        if not left:
            pairs.append((None, each))
            continue
        place = left.popleft()
        pairs += [(one, None) for one in old[at:place]]
        pairs.append((old[place], each))
        at = place + 1
    return [*pairs, *((one, None) for one in old[at:])]


def _alike(old: Sequence[Event], new: Sequence[Event]) -> list[tuple[int, int]]:
    """Places of events that hold what no other event of their trace does, rising in both."""
    one, two = _alone(old), _alone(new)
    places = sorted((place, two[key]) for key, place in one.items() if key in two)
    # The longest rising row, by the last place of the best row of each length.
    ends: list[int] = []
    lasts: list[int] = []
    before: list[int | None] = []
    for index, (_, place) in enumerate(places):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        lasts[length : length + 1] = [index]
        before.append(lasts[length - 1] if length else None)
    found: list[tuple[int, int]] = []
    at = lasts[-1] if lasts else None
    while at is not None:
        found.append(places[at])
        at = before[at]
    return found[::-1]


def _alone(events: Sequence[Event]) -> dict[object, int]:
    """Where each event stands that is the only one to hold something."""
    found: dict[object, int] = {}
    several: set[object] = set()
    for place, event in enumerate(events):
        key = _held(event)
        if key in found:
            several.add(key)
        elif key is not None:
            found[key] = place
    return {key: place for key, place in found.items() if key not in several}


def _held(event: Event) -> object:
    """What tells an event from others of its kind; None where nothing does."""
    match event.body:
        case Text(text) | Thought(_, str(text)) if event.echo_of is UNSET:
            return event.kind, text
        case ToolCall() | ToolResult(missing=False) if isinstance(event.call, str) and event.echo_of is UNSET:
            return event.kind, event.call
        case Lifecycle(name) if isinstance(event.time, str) and event.echo_of is UNSET:
            return event.kind, name, event.time
        case _:
            return None


def _weighed(old: Sequence[Event], new: Sequence[Event], scale: _Scale) -> list[Pair]:
    """The usual table of an edit distance, with the number of differing fields as the price of a match."""
    if not old or not new:
        return [*((each, None) for each in old), *((None, each) for each in new)]
    price, gone = scale.price, scale.gone
    added = [scale.added(each) for each in new]
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        best[i][-1] = best[i + 1][-1] + gone
    for j in range(len(new) - 1, -1, -1):
        best[-1][j] = best[-1][j + 1] + added[j]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            matched = best[i + 1][j + 1] + price(old[i], new[j])
            best[i][j] = min(matched, best[i + 1][j] + gone, best[i][j + 1] + added[j])
    pairs: list[Pair] = []
    i = j = 0
    while i < len(old) or j < len(new):
        both = i < len(old) and j < len(new)
        if both and best[i][j] == best[i + 1][j + 1] + price(old[i], new[j]):
            pairs.append((old[i], new[j]))
            i, j = i + 1, j + 1
        elif j < len(new) and best[i][j] == best[i][j + 1] + added[j]:
            pairs.append((None, new[j]))
            j += 1
        else:
            pairs.append((old[i], None))
            i += 1
    return pairs


_WEIGHTS = dict.fromkeys(("/time", "/call", "/body/text", "/body/name", "/body/tool"), 50)


def _sort(event: Event) -> object:
    """What an event must share with the one that it becomes."""
    return event.kind, event.echo_of is UNSET, essence(event.body)


class _Scale:
    """Weighs what two traces differ in."""

    def __init__(self, before: Trace, after: Trace, named: Container[str] | None) -> None:
        self.before, self.after, self._named = before, after, named
        self.gone, self._added = self._weight("", _GONE), self._weight("+", _GONE)
        """Of an event that became nothing, and of one that was not there."""

    def _weight(self, where: str, usual: int) -> int:
        place = "/events/+" if where == "+" else "/events/*" + where
        return usual if self._named is None or place in self._named else usual + _UNNAMED

    def added(self, event: Event) -> int:
        return self._added if event.echo_of is UNSET else 0

    def price(self, old: Event, new: Event) -> int:
        if old.kind is not new.kind or _sort(old) != _sort(new):
            return self.gone + self._added + 1
        return sum(self._weight(each, _WEIGHTS.get(each, 1)) for each in _event(self.before, old, self.after, new))

    def is_likely(self, old: Event, new: Event) -> bool:
        """Whether two events that stand at the same place are one, whatever else there is."""
        return self.price(old, new) < _GONE


def _event(before: Trace, old: Event, after: Trace, new: Event) -> Iterator[str]:
    """The fields in which two events differ."""
    for name in STATED:
        one, two = getattr(old, name), getattr(new, name)
        if name == "body":
            yield from _body(one, two)
        elif name == "origin":
            if _observed(before, old) != _observed(after, new):
                yield "/origin"
        elif name == "residue":
            same = _observed(before, old) == _observed(after, new)
            yield from _residue(one, two if same else UNSET)
        elif one != two:
            yield f"/{name}"


def _body(old: Any, new: Any) -> Iterator[str]:
    if type(old) is not type(new):
        yield "/body"
        return
    for name in old.__struct_fields__:
        if getattr(old, name) != getattr(new, name):
            yield f"/body/{name}"


def _observed(trace: Trace, event: Event) -> object:
    """Of which format the source is that an event stands in; a derivation stands for itself."""
    origin = event.origin
    return trace.header.sources[origin.source].format if isinstance(origin, Origin) else origin


def _residue(old: JSON, new: JSON) -> Iterator[str]:
    """The keys of a record that are gone or changed, one level down where they hold objects."""
    if old is UNSET:
        return
    if not isinstance(old, dict):
        if old != new:
            yield "/residue"
        return
    kept = new if isinstance(new, dict) else {}
    for key, value in old.items():
        if value is UNSET:
            continue
        if isinstance(value, dict) and value:
            inner = kept[key] if isinstance(kept.get(key), dict) else {}
            for part, each in value.items():
                if each is not UNSET and _without_holes(inner.get(part, UNSET)) != _without_holes(each):
                    yield "/residue" + pointer(key, part)
        elif _without_holes(kept.get(key, UNSET)) != _without_holes(value):
            yield "/residue" + pointer(key)
