"""The law of losses: every difference between a trace and what is read back is named by a loss, and the reverse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from steno.base.exact import JSON, pointer
from steno.diagnostics import Diagnostic, Severity
from steno.model import Derivation, Event, Header, Kind, Origin, Trace
from steno.model.event import STATED

_GONE = 1000
"""The price of an event that is gone or was added; any difference between two events of one kind costs less."""


def differences(before: Trace, after: Trace) -> Counter[str]:
    """What a trace says that another one does not, as pointers into the first with `*` for any event, counted.

    `/events/*` is an event that is gone, `/events/+` one that was not there.  An event that only echoes another is no
    difference where it was added; nor is the residue of the other format, which is its way to spell the same event.
    """
    found: Counter[str] = Counter()
    found.update(f"/header/{name}" for name in _header(before, after))
    before = _carried(before, after)
    called: dict[str, str] = {}
    for old, new in _aligned(before, after):
        if old is not None and new is not None:
            called[old.uid] = new.uid
        if new is None:
            found["/events/*"] += 1
        elif old is None:
            found["/events/+"] += new.echo_of is UNSET
        else:
            found.update("/events/*" + each for each in _event(before, old, after, new))
    lost = sum(note not in after.notes for note in before.notes)
    added = sum(note not in before.notes for note in after.notes)
    found["/notes"] += lost + added
    for name in ("patches", "git_links", "attributions", "artifacts"):
        parts = tuple(_pointing(each, called) for each in getattr(before, name))
        found[f"/{name}"] += len(parts) if parts != getattr(after, name) else 0
    return +found


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
    """Where differences and losses do not agree, pointer by pointer and number by number.

    That a document's own level says more than before (a hash of its events) may be named, and need not be.
    """
    found, named = differences(before, after), Counter[str]()
    added = _holds(_without_holes(after.header.residue), _without_holes(before.header.residue))
    for loss in losses:
        if loss.severity is Severity.LOSS:
            named[loss.place.pointer] += loss.count
    return Unexplained(
        [
            f"{where}: {count}, named {named[where]}"
            for where, count in found.items()
            if not named[where] and not (added and where == "/header/residue")
        ],
        [f"{where}: {count}, found {found[where]}" for where, count in named.items() if found[where] != count],
    )


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


def _aligned(before: Trace, after: Trace) -> list[Pair]:
    """Each event with what became of it: the alignment, in order, that leaves the least difference."""
    old, new = before.events, after.events
    if len(old) == len(new):
        pairs: list[Pair] = list(zip(old, new, strict=True))
        if all(_price(before, a, after, b) < _GONE for a, b in zip(old, new, strict=True)):
            return pairs
    # The usual table of an edit distance, with the number of differing fields as the price of a match.
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        best[i][-1] = best[i + 1][-1] + _GONE
    for j in range(len(new) - 1, -1, -1):
        best[-1][j] = best[-1][j + 1] + _added(new[j])
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            matched = best[i + 1][j + 1] + _price(before, old[i], after, new[j])
            best[i][j] = min(matched, best[i + 1][j] + _GONE, best[i][j + 1] + _added(new[j]))
    pairs = []
    i = j = 0
    while i < len(old) or j < len(new):
        both = i < len(old) and j < len(new)
        if both and best[i][j] == best[i + 1][j + 1] + _price(before, old[i], after, new[j]):
            pairs.append((old[i], new[j]))
            i, j = i + 1, j + 1
        elif j < len(new) and best[i][j] == best[i][j + 1] + _added(new[j]):
            pairs.append((None, new[j]))
            j += 1
        else:
            pairs.append((old[i], None))
            i += 1
    return pairs


def _added(event: Event) -> int:
    return _GONE if event.echo_of is UNSET else 0


_ESSENCE = {Kind.TOOL_RESULT: "/body/missing", Kind.LIFECYCLE: "/body/name"}


def _price(before: Trace, old: Event, after: Trace, new: Event) -> int:
    found = list(_event(before, old, after, new))
    another = old.kind is not new.kind or (old.echo_of is UNSET) is not (new.echo_of is UNSET)
    # That there is a result at all, and what it is that happened, are no details.
    if another or _ESSENCE.get(old.kind) in found:
        return 2 * _GONE + 1
    weights = dict.fromkeys(("/time", "/call", "/body/text", "/body/name", "/body/tool"), 50)
    return sum(weights.get(each, 1) for each in found)


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
