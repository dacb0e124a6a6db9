"""The map of a session: how much happened when, or for how many tokens, in as many bars as there is room for."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from steno.base.time import local, of_epoch
from steno.errors import UsageError
from steno.stats.traced import milliseconds
from steno.viewer.index import FAILED
from steno.viewer.sorts import NAMES, Sort
from steno.viewer.view import View

BY: Final = ("time", "tokens")
FINEST: Final = 4096
"""No map has more bars."""
_TICKS: Final = 8
_STEPS: Final = tuple(
    timedelta(seconds=each)
    for each in (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800,
                 604800, 2592000)
)  # fmt: skip
Mark = tuple[float, int]


class Map(Struct, kw_only=True, rename={"from_": "from"}):
    """Places are from 0 to 1."""

    from_: str | int | None
    to: str | int | None
    """The first and the last moment, or 0 and how many tokens; None where the log states none."""
    ticks: list[tuple[float, str]]
    bars: list[tuple[float, float, float, str, bool]]
    """Place, width, height, the kind of most rows in it, and whether something failed."""
    turns: list[tuple[float, int, int]]
    failures: list[Mark]
    commits: list[Mark]
    shas: dict[str, str]
    """What git printed of the commits that are marked, by the number of the call."""
    compactions: list[Mark]
    context: list[tuple[float, float]]


class Scale(Struct, frozen=True):
    """Where each row stands on one axis."""

    places: array[float]
    first: str | int | None
    last: str | int | None
    ticks: list[tuple[float, str]]


class Bins(Struct, frozen=True):
    """A scale cut into as many parts as any map can have, and what is in each."""

    kinds: dict[int, Counter[int]]
    failures: dict[int, int]
    """The first of its kind in each part, by number."""
    commits: dict[int, int]
    shas: dict[int, str]
    """By the number of the call."""
    compactions: dict[int, int]
    turns: dict[int, tuple[int, int]]
    context: dict[int, int]


def binned(view: View, scale: Scale) -> Bins:
    """Everything that a map of any width is drawn from."""
    index, places = view.index, scale.places
    found = Bins({}, {}, {}, {}, {}, {}, {})
    for row in range(len(places)):
        at = min(FINEST - 1, int(places[row] * FINEST))
        sort = index.sort[row]
        counts = found.kinds.get(at)
        if counts is None:
            counts = found.kinds[at] = Counter()
        counts[sort] += 1
        if index.marks[row] & FAILED:
            found.failures.setdefault(at, index.number(row))
        if sort == Sort.COMPACT:
            found.compactions.setdefault(at, index.number(row))
        elif sort == Sort.TOOL and row in view.commits:
            n = found.commits.setdefault(at, index.number(row))
            if n == index.number(row) and (sha := view.commit_of(row)) is not None:
                found.shas[n] = sha
    for turn in index.turns:
        if turn.row < len(places):
            found.turns.setdefault(min(FINEST - 1, int(places[turn.row] * FINEST)), (turn.number, turn.at + 1))
    for at, each in view.known.charges.items():
        if index.row_of[at] < len(places):
            place = min(FINEST - 1, int(places[index.row_of[at]] * FINEST))
            found.context[place] = max(found.context.get(place, 0), each.context)
    return found


def drawn(found: Bins, scale: Scale, width: int) -> Map:
    """The map on a scale, of at most so many bars."""
    bins = max(1, min(width, FINEST))

    def place(at: int) -> int:
        return at * bins // FINEST

    def marks(some: dict[int, int]) -> list[Mark]:
        first: dict[int, int] = {}
        for at, n in sorted(some.items()):
            first.setdefault(place(at), n)
        return [(at / bins, n) for at, n in first.items()]

    kinds: dict[int, Counter[int]] = {}
    for at, counts in sorted(found.kinds.items()):
        kinds.setdefault(place(at), Counter()).update(counts)
    failures, commits = marks(found.failures), marks(found.commits)
    bad = {at for at, _ in failures}
    most = max((sum(each.values()) for each in kinds.values()), default=1)
    turns: dict[int, tuple[float, int, int]] = {}
    for at, (number, n) in sorted(found.turns.items()):
        turns.setdefault(place(at), (at / FINEST, number, n))
    full: dict[int, int] = {}
    for at, size in sorted(found.context.items()):
        full[place(at)] = max(full.get(place(at), 0), size)
    largest = max(full.values(), default=0) or 1
    return Map(
        from_=scale.first,
        to=scale.last,
        ticks=scale.ticks,
        bars=[
            (
                at / bins,
                1 / bins,
                round(sum(each.values()) / most, 4),
                NAMES[each.most_common(1)[0][0]],
                at / bins in bad,
            )
            for at, each in kinds.items()
        ],
        turns=list(turns.values()),
        failures=failures,
        commits=commits,
        shas={str(n): found.shas[n] for _, n in commits if n in found.shas},
        compactions=marks(found.compactions),
        context=[(at / bins, round(size / largest, 4)) for at, size in full.items()],
    )


def scale(view: View, by: str) -> Scale:
    """Raises `UsageError`."""
    if by not in BY:
        raise UsageError(f"by is {by[:40]!r}, expected time or tokens")
    return _of_time(view) if by == "time" else _of_tokens(view)


def _of_time(view: View) -> Scale:
    index, events = view.index, view.events
    moments: list[int | None] = [milliseconds(events[index.at[row]].time) for row in range(len(index))]
    known = [each for each in moments if each is not None]
    if not known:
        return Scale(_even(len(index)), None, None, [])
    first, last = min(known), max(known)
    span = last - first or 1
    places, now = array("d"), first
    for moment in moments:
        now = now if moment is None else moment
        places.append((now - first) / span)
    return Scale(places, of_epoch(first / 1000), of_epoch(last / 1000), _ticks(first, last))


def _of_tokens(view: View) -> Scale:
    """By what the model wrote: a row stands where the answers before it end."""
    total = sum(each.output for each in view.known.charges.values())
    if not total:
        return Scale(_even(len(view.index)), None, None, [])
    stated = sorted(view.known.charges)
    sums = array("q", [0])
    for at in stated:
        sums.append(sums[-1] + view.known.charges[at].output)
    places = array("d", (sums[bisect_right(stated, at)] / total for at in view.index.at))
    step = 10 ** (len(str(total)) - 1)
    return Scale(places, 0, total, [(each / total, f"{each:,}") for each in range(0, total + 1, step)])


def _even(count: int) -> array[float]:
    """Where nothing says how far apart rows are."""
    return array("d", (row / count for row in range(count)))


def _ticks(first: int, last: int) -> list[tuple[float, str]]:
    """Round moments between two, in the zone of this machine."""
    length = timedelta(milliseconds=last - first)
    step = next((each for each in _STEPS if length / each <= _TICKS), _STEPS[-1])
    start = local(datetime.fromtimestamp(first / 1000, UTC))
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    now = midnight + step * ((start - midnight) // step + 1)
    form = "%Y-%m-%d" if step >= timedelta(days=1) else "%H:%M" if step >= timedelta(minutes=1) else "%H:%M:%S"
    found: list[tuple[float, str]] = []
    while (at := now.timestamp() * 1000) <= last and len(found) <= _TICKS * 2:
        found.append(((at - first) / (last - first or 1), now.strftime(form)))
        now += step
    return found
