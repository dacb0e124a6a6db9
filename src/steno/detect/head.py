"""What every match of a pattern begins with, as rows of characters and classes.  Knows expressions, not what they find.

A gate that looks for `ghp_[0-9A-Za-z]{20}` lets far less through than one that looks for `ghp_`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from steno.detect.alphabet import ALNUM, ASCII, Parsed, members_of, parsed

WIDEST, WIDE, SHORT = 24, 12, 2
"""How many characters a row has at most; few, so that a token which a line break cuts is let through too, unless it
begins with so few of its own that they stand everywhere."""
_MOST = 64
"""An expression with more beginnings is looked for by its anchor alone."""

_FEW = 6
"""With so many more repeats than it must have, every number of them is a beginning by itself."""


class Beginning(Struct, frozen=True):
    items: tuple[frozenset[str], ...] = ()
    """The characters that may stand at each place."""
    open: bool = True
    """Whether what follows in the expression goes on from here."""


def heads(anchor: str, pattern: str, *, caseless: bool) -> tuple[str, ...]:
    """Rows of which one stands wherever the pattern matches at this anchor; none where the anchor says as much."""
    rows: set[tuple[frozenset[str], ...]] = set()
    widest = WIDEST if len(anchor) <= SHORT else WIDE
    for beginning in _beginnings(pattern):
        items = beginning.items[:widest]
        if len(items) <= len(anchor):
            if _agree(items, anchor, caseless):
                return ()
        elif _agree(items[: len(anchor)], anchor, caseless):
            rows.add((*map(frozenset, anchor), *items[len(anchor) :]))
    return tuple(sorted(_row(items) for items in rows if not _told(items, rows)))


def _told(items: tuple[frozenset[str], ...], rows: set[tuple[frozenset[str], ...]]) -> bool:
    """Whether a row that is shorter stands wherever this one does."""
    return any(items[:size] in rows for size in range(1, len(items)))


def _agree(items: Iterable[frozenset[str]], anchor: str, caseless: bool) -> bool:
    return all(
        character in item or (caseless and character.swapcase() in item)
        for item, character in zip(items, anchor, strict=False)
    )


def _row(items: Sequence[frozenset[str]]) -> str:
    """The items in the spelling of a gate's rows, equal classes in a row as one with a count."""
    row, done = "", 0
    while done < len(items):
        count = 1
        while done + count < len(items) and items[done + count] == items[done]:
            count += 1
        if len(items[done]) == 1:
            row += _item(items[done]) * count
        else:
            row += _item(items[done]) + (f"{{{count}}}" if count > 1 else "")
        done += count
    return row


def _item(characters: frozenset[str]) -> str:
    if len(characters) == 1:
        (only,) = characters
        return only if only in ALNUM else "\\" + only if only != " " else only
    return "[" + "".join(_ranges(characters)) + "]"


def _ranges(characters: frozenset[str]) -> Iterator[str]:
    """A class, with runs of letters and digits shortened and the hyphen last."""
    rest = sorted(characters - ALNUM - {"-"})
    for run in ("0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"):
        start = 0
        while start < len(run):
            end = start
            while end < len(run) and run[end] in characters:
                end += 1
            if end - start > 2:
                yield f"{run[start]}-{run[end - 1]}"
            else:
                yield run[start:end]
            start = max(end, start + 1)
    yield from rest
    if "-" in characters:
        yield "-"


@cache
def _beginnings(pattern: str) -> tuple[Beginning, ...]:
    return tuple(_sequence(parsed(pattern)))


def _sequence(items: Parsed) -> list[Beginning]:
    done = [Beginning()]
    for operation, argument in items:
        going = [each for each in done if each.open and len(each.items) < WIDEST]
        if not going:
            break
        shut = [each for each in done if each not in going]
        nexts = _next(str(operation), argument)
        if len(shut) + len(going) * len(nexts) > _MOST:
            return [replace(each, open=False) for each in done]
        done = shut + [Beginning(each.items + new.items, new.open) for each in going for new in nexts]
    return done


_END = [Beginning((), False)]


def _next(operation: str, argument: Any) -> list[Beginning]:
    """What one part of an expression begins with; nothing is known where a part may be missing or is no plain class."""
    match operation, argument:
        case "LITERAL", int(code) if chr(code) in ASCII:
            return [Beginning((frozenset(chr(code)),))]
        case "IN", list(members) if (known := members_of(members)) is not None:
            return [Beginning((known,))]
        case "SUBPATTERN", (_, 0, 0, inner):
            return _sequence(inner)
        case "ATOMIC_GROUP", inner:
            return _sequence(inner)
        case "BRANCH", (None, list(branches)):
            return [beginning for branch in branches for beginning in _sequence(branch)]
        case "MAX_REPEAT" | "POSSESSIVE_REPEAT" | "MIN_REPEAT", (int(least), int(most), inner):
            return _repeated(least, most, inner)
    return _END


def _repeated(least: int, most: int, inner: Parsed) -> list[Beginning]:
    once = _sequence(inner)
    if most == 1:
        return [Beginning(), *once]
    if len(once) != 1 or not once[0].open or not once[0].items:
        return _END if least == 0 else [replace(each, open=False) for each in once]
    items = once[0].items
    if most - least > _FEW or len(items) * least >= WIDEST:
        return [Beginning((items * min(least, WIDEST))[:WIDEST], False)]
    return [Beginning(items * count) for count in range(least, most + 1)]
