"""Two traces side by side for a terminal, and as JSON.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from steno.api.compare import Change, Changed, Comparison, Divergence, Relation, Setup, Shown, Side, Who, figures
from steno.api.compare import record as record
from steno.render.cost import money
from steno.render.table import Column, table
from steno.render.terminal import Paint, fitted, one_line, wrapped
from steno.render.times import lasted

_WIDTH: Final = 80
"""Of a line, where nobody says how wide it may be."""

_SHORT: Final = 40

WHO: Final = {
    Who.MODEL: "the model chose differently",
    Who.ENVIRONMENT: "the environment answered differently",
    Who.HUMAN: "somebody asked for something else",
}
_WHY: Final = {
    ("call", Who.MODEL): "Everything before is the same in both; here the model made another call.",
    ("words", Who.MODEL): "Everything before is the same in both; here the model said something else.",
    ("thought", Who.MODEL): "Everything before is the same in both; here the model thought something else.",
    ("result", Who.ENVIRONMENT): "The same call, and another result.",
    ("given", Who.ENVIRONMENT): "The program told the model something else.",
    ("prompt", Who.HUMAN): "The prompts differ.",
}


def lines(found: Comparison, paint: Paint, limit: int) -> Iterator[str]:
    """The lines to print, safe for a terminal; of each list no more than `limit` entries, all where it is 0."""
    room = paint.columns or _WIDTH
    for letter, side in (("A", found.a), ("B", found.b)):
        yield paint(f"{letter}  {fitted(one_line(name_of(side)), room - 3, end=True)}", "bold")
    yield ""
    yield from verdict(found, paint, room)
    yield ""
    yield from table(_COLUMNS, rows(found), paint)
    for title, each in lists(found):
        shown = each if not limit else each[:limit]
        yield ""
        yield paint(f"{title} ({len(each):,})", "bold")
        for one in shown:
            yield from _entry(one, paint, room)
        if len(shown) < len(each):
            yield paint(f"  and {len(each) - len(shown):,} more; --limit 0 shows all", "dim")
    yield from _asides(found, paint, room)


def name_of(side: Side) -> str:
    known = (side.agent, f"session {side.session}" if side.session and side.session not in side.name else None)
    return " · ".join([side.name, *filter(None, known)])


# What came of it


def verdict(found: Comparison, paint: Paint, room: int) -> Iterator[str]:
    """What the two are to each other, and where they part."""
    for line, style in sentences(found):
        yield from (paint(each, style) for each in wrapped(one_line(line), room))
        if style == "bold" and found.divergence is not None:
            yield from _parted(found.divergence, paint, room)
    if found.acted is not None:
        act = found.acted
        yield ""
        said = f"The first difference in calls and results is {_at(act)}: {WHO[act.who]}."
        yield from (paint(each, "bold") for each in wrapped(said, room))
        yield from _parted(act, paint, room, why=act.what == "result")


def sentences(found: Comparison) -> Iterator[tuple[str, str]]:
    """Each with its style."""
    if found.relation is Relation.EXPORTS:
        yield _exports(found), "bold"
        yield steps(found), ""
        return
    if found.identical:
        yield "Two runs with the same steps: only ids, times and names of folders may differ.", "good"
    elif found.divergence is not None:
        yield f"Two runs. They part {_at(found.divergence)}: {WHO[found.divergence.who]}.", "bold"
    yield steps(found), ""
    if found.setup and not found.identical:
        yield f"Already before that they differ in: {', '.join(map(_setup, found.setup))}.", "warning"


def _setup(each: Setup) -> str:
    """What differs, with its values where they are short."""
    values = [value or "not stated" for value in (each.a, each.b)]
    return f"{each.what} ({' | '.join(values)})" if max(map(len, values)) <= _SHORT else each.what


def steps(found: Comparison) -> str:
    """How many steps are the same, and how many are not."""
    counts = (
        (found.same, "the same"), (len(found.changed), "changed"), (len(found.outputs), "with another result"),
        (len(found.missing), "only in A"), (len(found.extra), "only in B"),
    )  # fmt: skip
    return f"Steps: {', '.join(f'{count:,} {what}' for count, what in counts if count) or 'none'}."


def _exports(found: Comparison) -> str:
    if found.identical:
        return "Two records of one session that say the same."
    counts = dict.fromkeys(Change, 0)
    for each in (*found.changed, *found.outputs):
        counts[each.change] += 1
    asides = found.asides.values()
    said = [f"{count:,} {change.value}" for change, count in counts.items() if count]
    said += [f"{count:,} dropped" for count in (len(found.missing) + sum(each.only_a for each in asides),) if count]
    said += [f"{count:,} added" for count in (len(found.extra) + sum(each.only_b for each in asides),) if count]
    said += [f"{count:,} changed among the program's own" for count in (sum(each.changed for each in asides),) if count]
    return f"Two records of one session. From A to B: {', '.join(said)}."


def _at(parted: Divergence) -> str:
    if parted.a is not None and parted.b is not None:
        if parted.a.number == parted.b.number:
            return f"at event {parted.a.number:,}"
        return f"at event {parted.a.number:,} of A and {parted.b.number:,} of B"
    if parted.a is not None:
        return f"at event {parted.a.number:,} of A"
    return f"at event {parted.b.number:,} of B" if parted.b is not None else ""


def _parted(parted: Divergence, paint: Paint, room: int, *, why: bool = True) -> Iterator[str]:
    if why and (said := _WHY.get((parted.what, parted.who))):
        yield from (paint(line, "dim") for line in wrapped(said, room))
    if parted.what == "result" and parted.a is not None:
        yield "  " + fitted(_named(parted.a), room - 2)
        yield from _changes((parted.texts[0] or "", parted.texts[1] or ""), paint, room)
        return
    for letter, shown in (("A", parted.a), ("B", parted.b)):
        said = "nothing in its place" if shown is None else _named(shown)
        yield f"  {letter}  " + fitted(said, room - 5)


# Figures

_COLUMNS = (Column(""), Column("A", right=True), Column("B", right=True), Column("DIFFERENCE", right=True))
_NAMES = {
    "prompts": "prompts", "calls": "tool calls", "failed": "failed calls", "tokens": "tokens",
    "output_tokens": "of them output", "seconds": "time", "usd": "cost",
}  # fmt: skip


def rows(found: Comparison) -> list[list[str]]:
    """What each took; what neither knows is left out."""
    made = []
    for name, a, b in figures(found):
        if a is None and b is None:
            continue
        floors = (found.a.lower_bound, found.b.lower_bound) if name == "usd" else (False, False)
        cells = [_figure(name, value, floor=floor) for value, floor in zip((a, b), floors, strict=True)]
        # What is known only from below has no difference that is known.
        delta = "" if a is None or b is None or any(floors) or a == b else _delta(name, b - a)
        made.append([_NAMES[name], *cells, delta])
    return made


def _figure(name: str, value: float | None, *, floor: bool = False) -> str:
    if value is None:
        return "?"
    if name == "usd":
        return money(value, floor=floor)
    return (lasted(value) or "0s") if name == "seconds" else f"{value:,.0f}"


def _delta(name: str, change: float) -> str:
    return ("+" if change > 0 else "-") + _figure(name, abs(change))


# Lists


def lists(found: Comparison) -> Iterator[tuple[str, Sequence[Changed | Shown]]]:
    """What differs, under its heading; what is empty is left out."""
    exports = found.relation is Relation.EXPORTS
    titled: list[tuple[str, Sequence[Changed | Shown]]] = []
    if exports:
        differing = (*found.changed, *found.outputs)
        for change in Change:
            some = sorted((each for each in differing if each.change is change), key=lambda each: each.a.number)
            titled.append((change.value.capitalize(), some))
    else:
        titled.append(("Same call, other result", found.outputs))
        titled.append(("Same place, other words or arguments", found.changed))
    titled.append(("Dropped: only in A" if exports else "Missing: only in A", found.missing))
    titled.append(("Added: only in B" if exports else "Extra: only in B", found.extra))
    return (each for each in titled if each[1])


def _named(shown: Shown) -> str:
    name = shown.name if shown.what.value == "call" else shown.what.value
    return one_line(f"{name}: {shown.subject}" if shown.subject else name) + (" (failed)" if shown.failed else "")


def _entry(each: Changed | Shown, paint: Paint, room: int) -> Iterator[str]:
    if isinstance(each, Shown):
        style = "error" if each.failed else ""
        yield paint(fitted(f"  {each.number:>5}  {_named(each)}", room), style)
        return
    which = one_line(f"{each.a.name if each.a.what.value == 'call' else each.a.what.value}")
    failed = " (failed in A)" if each.a.failed and not each.b.failed else ""
    failed = " (failed in B)" if each.b.failed and not each.a.failed else failed
    about = one_line(each.a.subject) if each.of else ""
    yield fitted(f"  A {each.a.number}, B {each.b.number}  {which}{f': {about}' if about else ''}{failed}", room)
    yield from _changes(each.texts, paint, room)


def _changes(texts: tuple[str, str], paint: Paint, room: int) -> Iterator[str]:
    """The first lines that differ."""
    one, two = first_difference(*texts)
    yield paint(fitted(f"    - {one}", room), "error")
    yield paint(fitted(f"    + {two}", room), "good")


def first_difference(one: str, two: str) -> tuple[str, str]:
    """The first line of each that differs, with `…` before what stands far in front of the difference."""
    left, right = one.split("\n"), two.split("\n")
    at = next((k for k, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    pair = [each[at] if at < len(each) else "(nothing more)" for each in (left, right)]
    shared = next((k for k, (a, b) in enumerate(zip(*pair, strict=False)) if a != b), min(map(len, pair)))
    start = shared - _BEFORE if shared > 2 * _BEFORE else 0
    first, second = (("…" if start else "") + one_line(each[start:]) for each in pair)
    return first or "(empty)", second or "(empty)"


_BEFORE: Final = 20


def _asides(found: Comparison, paint: Paint, room: int) -> Iterator[str]:
    """Records of the program's own, by kind."""
    differing = {name: each for name, each in found.asides.items() if each.only_a or each.only_b or each.changed}
    if not differing:
        return
    yield ""
    if found.relation is Relation.RUNS:
        one, two = (sum(getattr(each, side) for each in differing.values()) for side in ("only_a", "only_b"))
        said = f"Not compared: records of the program's own ({one:,} only in A, {two:,} only in B)."
        yield from (paint(line, "dim") for line in wrapped(said, room))
        return
    yield paint("Records of the program's own", "bold")
    columns = (Column("RECORD", most=40), *(Column(name, right=True) for name in ("CHANGED", "DROPPED", "ADDED")))
    yield from table(
        columns,
        [(name, *map(_count, (each.changed, each.only_a, each.only_b))) for name, each in differing.items()],
        paint,
    )


def _count(number: int) -> str:
    return f"{number:,}" if number else ""
