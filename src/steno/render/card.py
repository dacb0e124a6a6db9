"""What people want to know of a session, as a card for a terminal.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from steno.render.cost import money
from steno.render.terminal import Paint, number_of, one_line, wrapped
from steno.render.times import between, day, when, zone

if TYPE_CHECKING:
    from steno.api.card import Card, Uses
    from steno.api.secrets import Look

_LABEL = 14
_TOOLS, _FILES, _KINDS = 8, 6, 6
"""How many a card names."""
_WIDEST = 100
_UNITS = ("bytes", "KB", "MB", "GB", "TB")
_STEP = 1000


def lines(card: Card, path: str, size: int, look: Look | None, paint: Paint) -> Iterator[str]:
    """The lines to print, safe for a terminal; on one they are wrapped, never cut."""
    columns = None if paint.columns is None else min(paint.columns, _WIDEST)
    yield from (paint(line, "bold") for line in wrapped(one_line(card.title or "(no title)"), columns))
    for label, value in _facts(card, path, size, look):
        room = None if columns is None else max(columns - _LABEL, _LABEL)
        first, *rest = wrapped(one_line(value), room)
        yield paint(f"{label:{_LABEL}}", "dim") + paint(first)
        yield from (" " * _LABEL + paint(line) for line in rest)


def _facts(card: Card, path: str, size: int, look: Look | None) -> Iterator[tuple[str, str]]:
    """Label and value of what is known."""
    yield from _known(
        (card.id[0] or "id", card.id[1]),
        ("agent", card.agent),
        ("project", card.project),
        ("when", _when(card)),
        ("models", ", ".join(card.models)),
        ("prompts", f"{card.turns:,}"),
        ("tokens", _tokens(card)),
        ("cost", _cost(card)),
        ("tools", _tools(card.tools)),
        ("commands", _uses(card.commands) if card.commands.count else ""),
        ("files", _files(card)),
        ("sub-agents", f"{card.subagents:,}" if card.subagents else ""),
        ("not recorded", ", ".join(card.unrecorded)),
        ("secrets", "" if look is None else _secrets(look)),
        ("read from", f"{path} ({', '.join(filter(None, (card.format, amount(size))))})"),
    )


def _known(*facts: tuple[str, str]) -> Iterator[tuple[str, str]]:
    return (fact for fact in facts if fact[1])


def _when(card: Card) -> str:
    first, last, long = when(card.first), when(card.last), between(card.first, card.last)
    if not first:
        return ""
    end = last.partition(" ")[2] if day(card.first) == day(card.last) else last
    return f"{first}{'' if first == last else f' to {end}'} {zone()}{f', {long}' if long else ''}"


def _tokens(card: Card) -> str:
    sums = card.spent.sums
    if not sums.requests:
        return ""
    cached = f" ({sums.cache_read / sums.prompt:.0%} from the cache)" if sums.prompt and sums.cache_read else ""
    return f"{sums.prompt:,} in{cached}, {sums.output:,} out, {number_of(sums.requests, 'request')}"


def _cost(card: Card) -> str:
    """`≥` where only a part of it is known."""
    requests, unpriced = card.spent.sums.requests, card.spent.unpriced
    missing = unpriced.total()
    if not requests:
        return ""
    why = ", ".join(reason for reason, _ in unpriced.most_common())
    if missing == requests:
        return f"not known: {why}"
    part = f"; {missing:,} of {number_of(requests, 'request')} have no price: {why}" if missing else ""
    partly = card.spent.partly.total()
    part += f"; {partly:,} priced in part" if partly else ""
    return f"{money(card.spent.usd, floor=card.spent.is_floor)} at list prices{part}"


def _tools(tools: Mapping[str, Uses]) -> str:
    if not tools:
        return ""
    total, failed = (sum(getattr(each, name) for each in tools.values()) for name in ("count", "failed"))
    named = _some([f"{name} {_uses(each)}" for name, each in tools.items()], _TOOLS)
    return f"{number_of(total, 'call')}{f', {failed:,} failed' if failed else ''}: {named}"


def _uses(uses: Uses) -> str:
    return f"{uses.count:,}" + (f" ({uses.failed:,} failed)" if uses.failed else "")


def _files(card: Card) -> str:
    if not card.files:
        return ""
    top = card.project.rstrip("/") + "/"
    named = [
        path.removeprefix(top) + ("" if state == "changed" else f" ({state})") for path, state in card.files.items()
    ]
    return f"{number_of(len(named), 'file')} changed by edits: {_some(named, _FILES)}"


def _secrets(look: Look) -> str:
    unseen = f"; {number_of(look.unseen, 'part')} could not be looked at" if look.unseen else ""
    if not look.found:
        return f"none found in {amount(look.size)}{unseen}"
    named = _some([f"{name} {count:,}" for name, count in look.found.items()], _KINDS)
    return f"{number_of(sum(look.found.values()), 'place')} to mask: {named}{unseen}; `steno export` masks them"


def _some(names: Iterable[str], most: int) -> str:
    """The first of many, and how many more there are."""
    known = list(names)
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more


def amount(size: float) -> str:
    """`512 bytes`, `4.2 MB`"""
    for unit in _UNITS[:-1]:
        if size < _STEP:
            return f"{size:.0f} {unit}" if unit == _UNITS[0] else f"{size:.1f} {unit}"
        size /= _STEP
    return f"{size:.1f} {_UNITS[-1]}"
