"""Fresh texts that a pattern matches, drawn from its own alphabets with a seeded source of chance.  Finds nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
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
    return _draw(pattern)(chance)


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


Draw = Callable[[random.Random], str]


@cache
def _draw(pattern: str) -> Draw:
    """What draws a text: the pattern is read once, whatever is drawn from it."""
    return _sequence(_parsed(pattern))


def _sequence(parts: Iterable[tuple[Any, Any]]) -> Draw:
    draws = [_part(operation, argument) for operation, argument in parts]
    return lambda chance: "".join(draw(chance) for draw in draws)


def _part(operation: Any, argument: Any) -> Draw:
    if operation is operations.LITERAL:
        return lambda chance: chr(argument)
    if choices := _choices(operation, argument):
        return lambda chance: chance.choice(choices)
    if operation is operations.BRANCH:
        branches = [_sequence(each) for each in argument[1]]
        return lambda chance: chance.choice(branches)(chance)
    if operation is operations.SUBPATTERN:
        return _sequence(argument[3])
    if operation in (operations.MAX_REPEAT, operations.MIN_REPEAT, operations.POSSESSIVE_REPEAT):
        return _repeat(*argument)
    if operation is operations.ATOMIC_GROUP:
        return _sequence(argument)
    assert operation is operations.AT, operation
    return lambda chance: ""


def _repeat(least: int, most: int, inner: Any) -> Draw:
    most = min(int(most), least + _MORE)
    if len(inner) == 1 and (choices := _choices(*inner[0])):
        return lambda chance: "".join(chance.choices(choices, k=chance.randint(least, most)))
    draw = _sequence(inner)
    return lambda chance: "".join(draw(chance) for _ in range(chance.randint(least, most)))


def _choices(operation: Any, argument: Any) -> list[str]:
    """The characters that a part may be, where it is one character of a class."""
    if operation is operations.IN:
        return sorted(_class(argument))
    if operation is operations.NOT_LITERAL:
        return sorted(_PRINTABLE - {chr(argument)})
    return sorted(_PRINTABLE) if operation is operations.ANY else []


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
