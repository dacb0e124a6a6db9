"""Holds two traces against each other.  Reads no file, prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.base.sequence import Pair
from steno.compare import items as keys
from steno.compare.align import aligned
from steno.compare.items import Item, What, items
from steno.compare.normal import Normal
from steno.compare.parting import Parting
from steno.compare.result import Asides, Change, Changed, Comparison, Events, Relation, Setup, Shown, Side
from steno.model import Event, Trace

_MARK = deferred(r"\[(?:REDACTED|WITHHELD)\b")
_CUT = deferred(
    r"(?:…|\.{3}|\[?(?:output )?truncated\b.{0,80}|\[[\d,]{1,20} (?:more )?(?:characters|bytes|lines)\b.{0,80})\Z"
)
_SAME = ("session", "thread", "conversation", "run")
_HALF = 2


class Half(Struct, frozen=True):
    """One trace of the two, and what is known of it beside its events."""

    trace: Trace
    side: Side
    worked: Mapping[str, bool]
    """Whether calls worked, by uid; those of which nobody knows are left out."""
    items: list[Item]
    normal: Normal

    @classmethod
    def of(cls, trace: Trace, side: Side, worked: Mapping[str, bool]) -> Half:
        return cls(trace, side, worked, items(trace), Normal(trace))

    def shown(self, item: Item) -> Shown:
        event = item.event
        return Shown(
            number=item.at + 1, uid=event.uid, what=item.what, name=item.name,
            subject=self.normal.relative(item.subject),
            time=event.time if isinstance(event.time, str) else None, failed=self.worked.get(event.uid) is False,
        )  # fmt: skip


def relation(a: Half, b: Half) -> Relation:
    """Two records of one run state its id, or most ids of its calls."""
    one, two = a.trace.header.ids, b.trace.header.ids
    if any(not set(one.get(name, ())).isdisjoint(two.get(name, ())) for name in _SAME):
        return Relation.EXPORTS
    calls, others = (
        {item.event.call for item in half.items if item.what is What.CALL and isinstance(item.event.call, str)}
        for half in (a, b)
    )
    least = min(len(calls), len(others))
    return Relation.EXPORTS if least and len(calls & others) * _HALF > least else Relation.RUNS


def compared(a: Half, b: Half, how: Relation) -> Comparison:
    """What is the same in two traces, and what is not."""
    pairs = _pairs(a, b, how)
    left, right = {i for i, _ in pairs}, {j for _, j in pairs}
    only_a = [item for i, item in enumerate(a.items) if i not in left]
    only_b = [item for j, item in enumerate(b.items) if j not in right]
    differing = [(each, a.items[i]) for i, j in pairs for each in _differences(a, b, a.items[i], b.items[j], how)]
    steps = [(each, item) for each, item in differing if item.what is not What.ASIDE]
    matched = _matched(a, b, pairs)
    known = Comparison(
        relation=how, a=a.side, b=b.side, setup=tuple(_setup(a, b)),
        same=sum(a.items[i].what is not What.ASIDE for i, _ in pairs) - len({item.at for _, item in steps}),
        changed=tuple(each for each, _ in steps if not each.of), outputs=tuple(each for each, _ in steps if each.of),
        missing=tuple(a.shown(item) for item in only_a if item.what is not What.ASIDE),
        extra=tuple(b.shown(item) for item in only_b if item.what is not What.ASIDE),
        asides=_asides([a.items[i] for i, _ in pairs], [item for _, item in differing], only_a, only_b),
        events=_events(a, b, matched),
    )  # fmt: skip
    if how is Relation.EXPORTS:
        return known
    parting = Parting(a, b, pairs, matched, steps)
    first = parting.first()
    acted = parting.first(calls=True) if first is not None and first.is_words else None
    return replace(known, divergence=first, acted=acted)


# Pairs


def _pairs(a: Half, b: Half, how: Relation) -> list[Pair]:
    """The same pairs whichever trace comes first: where several would do, the order of the two decides nothing."""
    if _rank(a) <= _rank(b):
        return aligned(_tiers(a, b, how))
    return [(i, j) for j, i in aligned(_tiers(b, a, how))]


def _rank(half: Half) -> tuple[int, list[tuple[str, str, str]]]:
    return len(half.items), [(item.what.value, item.name, item.text) for item in half.items]


def _tiers(a: Half, b: Half, how: Relation) -> Iterator[tuple[list[keys.Key], list[keys.Key]]]:
    if how is Relation.EXPORTS:
        yield _records(a.items), _records(b.items)
        yield [keys.of_words(item) for item in a.items], [keys.of_words(item) for item in b.items]
    else:
        yield [keys.of_runs(item, a.normal) for item in a.items], [keys.of_runs(item, b.normal) for item in b.items]
    yield [keys.alike(item, a.normal) for item in a.items], [keys.alike(item, b.normal) for item in b.items]


def _records(found: Sequence[Item]) -> list[keys.Key]:
    """By the id of the record, and which of its blocks of one kind it is."""
    seen: Counter[object] = Counter()
    made: list[keys.Key] = []
    for item in found:
        block = item.event.native, item.what
        made.append(keys.of_record(item, seen[block]))
        seen[block] += 1
    return made


def _differences(a: Half, b: Half, one: Item, two: Item, how: Relation) -> Iterator[Changed]:
    """What differs between the two of a pair: themselves, or what came back."""
    exports = how is Relation.EXPORTS
    if exports:
        same = keys.of_words(one) == keys.of_words(two)
    else:
        same = keys.of_runs(one, a.normal) == keys.of_runs(two, b.normal)
    if not same:
        texts = one.text, two.text
        yield Changed(a.shown(one), b.shown(two), change(*texts) if exports else Change.SAID, texts)
        if not exports:
            return  # another call may well have another result
    gave, got = one.output, two.output
    if gave == got:
        return
    if not exports and gave is not None and got is not None and a.normal.text(gave) == b.normal.text(got):
        return
    texts = gave or "", got or ""
    yield Changed(a.shown(one), b.shown(two), change(*texts) if exports else Change.SAID, texts, "output")


def change(one: str, two: str) -> Change:
    """What made two texts of one thing differ, as far as the texts show it."""
    if len(_MARK().findall(one)) != len(_MARK().findall(two)):
        return Change.MASKED
    shorter, longer = sorted((one, two), key=len)
    kept = _CUT().sub("", shorter)
    return Change.CUT if len(longer) > len(shorter) and longer.startswith(kept) else Change.CHANGED


def _asides(matched: list[Item], changed: list[Item], only_a: list[Item], only_b: list[Item]) -> dict[str, Asides]:
    counts = [
        Counter(item.name for item in some if item.what is What.ASIDE) for some in (matched, changed, only_a, only_b)
    ]
    return {name: Asides(*(count[name] for count in counts)) for name in sorted(set().union(*counts))}


# Events


def _matched(a: Half, b: Half, pairs: Sequence[Pair]) -> list[Pair]:
    """The events of pairs by place: the items themselves, their results, what says them again."""
    mine, theirs = ({event.uid: at for at, event in enumerate(half.trace.events)} for half in (a, b))
    found: list[Pair] = []
    for i, j in pairs:
        one, two = a.items[i], b.items[j]
        found.append((one.at, two.at))
        if one.result is not None and two.result is not None:
            found.append((one.returned_at, two.returned_at))
        echoes: Iterator[tuple[Event, Event]] = zip(one.echoes, two.echoes, strict=False)
        found += [(mine[event.uid], theirs[other.uid]) for event, other in echoes]
    return found


def _events(a: Half, b: Half, matched: Sequence[Pair]) -> Events:
    left, right = {i for i, _ in matched}, {j for _, j in matched}
    first, second = a.trace.events, b.trace.events
    return Events(
        tuple((first[i].uid, second[j].uid) for i, j in matched),
        tuple(event.uid for at, event in enumerate(first) if at not in left),
        tuple(event.uid for at, event in enumerate(second) if at not in right),
    )


# What they began with


def _setup(a: Half, b: Half) -> Iterator[Setup]:
    for (what, one), (_, two) in zip(_begun(a), _begun(b), strict=True):
        if one != two:
            yield Setup(what, one, two)


def _begun(half: Half) -> Iterator[tuple[str, str | None]]:
    header = half.trace.header
    yield "agent", half.side.agent
    yield "version", ", ".join(header.versions) or None
    yield "model", ", ".join(sorted(half.side.models)) or None
    yield "system prompt", ", ".join(sorted(header.system_prompts)) or None
    yield "tools", ", ".join(sorted(header.tools)) or None
