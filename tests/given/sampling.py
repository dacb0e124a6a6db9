"""Fresh texts that a pattern matches, drawn from its own alphabets with a seeded source of chance.  Finds nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from re import _constants as operations  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_PRINTABLE = frozenset(map(chr, range(32, 127)))
_MORE = 8
"""How many more repeats than it must have a part gets at most."""
_CATEGORIES = {
    operations.CATEGORY_SPACE: frozenset(" "),
    operations.CATEGORY_NOT_SPACE: _PRINTABLE - {" "},
    operations.CATEGORY_DIGIT: frozenset("0123456789"),
    operations.CATEGORY_WORD: frozenset(c for c in _PRINTABLE if c.isalnum() or c == "_"),
    operations.CATEGORY_NOT_WORD: frozenset(" -"),
}


def sample(pattern: str, chance: random.Random) -> str:
    """A text that matches.  Letters keep the case in which the pattern has them."""
    return _drawn(_parsed(pattern), chance)


def last_characters(pattern: str) -> str:
    """What a match may end in, where its last part is one class with a repeat; empty where it is anything else."""
    operation, argument = list(_parsed(pattern))[-1]
    if operation in (operations.MAX_REPEAT, operations.MIN_REPEAT):
        inner = list(argument[2])
        if len(inner) == 1 and inner[0][0] is operations.IN:
            return "".join(sorted(_class(inner[0][1])))
    return ""


@cache
def _parsed(pattern: str) -> Any:
    return parser.parse(pattern, re.ASCII)


def _drawn(parts: Iterable[tuple[Any, Any]], chance: random.Random) -> str:
    return "".join(_part(operation, argument, chance) for operation, argument in parts)


def _part(operation: Any, argument: Any, chance: random.Random) -> str:
    if operation is operations.LITERAL:
        return chr(argument)
    if operation is operations.IN:
        return chance.choice(_choices(tuple(argument)))
    if operation is operations.NOT_LITERAL:
        return chance.choice(sorted(_PRINTABLE - {chr(argument)}))
    if operation is operations.ANY:
        return chance.choice(sorted(_PRINTABLE))
    if operation is operations.BRANCH:
        return _drawn(chance.choice(argument[1]), chance)
    if operation is operations.SUBPATTERN:
        return _drawn(argument[3], chance)
    if operation in (operations.MAX_REPEAT, operations.MIN_REPEAT, operations.POSSESSIVE_REPEAT):
        least, most, inner = argument
        return "".join(_drawn(inner, chance) for _ in range(chance.randint(least, min(int(most), least + _MORE))))
    if operation is operations.ATOMIC_GROUP:
        return _drawn(argument, chance)
    assert operation is operations.AT, operation
    return ""


@cache
def _choices(members: tuple[tuple[Any, Any], ...]) -> tuple[str, ...]:
    return tuple(sorted(_class(members)))


def _class(members: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    characters: set[str] = set()
    negated = False
    for operation, argument in members:
        if operation is operations.NEGATE:
            negated = True
        elif operation is operations.LITERAL:
            characters.add(chr(argument))
        elif operation is operations.RANGE:
            characters.update(map(chr, range(argument[0], argument[1] + 1)))
        else:
            characters |= _CATEGORIES[argument]
    return _PRINTABLE - characters if negated else frozenset(characters)
