"""Which characters the matches of a pattern are made of.  Knows expressions, not what they find."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

ASCII = frozenset(map(chr, range(32, 127)))
_DIGITS = frozenset("0123456789")
ALNUM = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") | _DIGITS
SPACE = frozenset(" \t\n\r\v\f")
_SIGNS = frozenset("\\[]^~{|}")
"""A class with one of these is not told: the rows of a gate have no spelling for it."""

Parsed = Iterable[tuple[object, Any]]
"""An expression as Python's own parser gives it: pairs of an operation and its argument."""


def parsed(pattern: str) -> Parsed:
    from re import _parser as parser  # type: ignore[attr-defined]

    expression: Parsed = parser.parse(pattern, re.ASCII)
    return expression


@cache
def alphabet(pattern: str) -> frozenset[str] | None:
    """All characters that a match may be made of; None where the pattern does not name them one by one."""
    found: set[str] = set()
    for members in _members(parsed(pattern)):
        if members is None:
            return None
        found |= members
    return frozenset(found)


def _members(expression: Parsed) -> Iterator[frozenset[str] | None]:
    for operation, argument in expression:
        match str(operation), argument:
            case "LITERAL", int(code):
                yield frozenset(chr(code))
            case "IN", list(members):
                yield members_of(members)
            case "SUBPATTERN", (_, 0, 0, inner):
                yield from _members(inner)
            case "ATOMIC_GROUP", inner:
                yield from _members(inner)
            case "BRANCH", (None, list(branches)):
                for branch in branches:
                    yield from _members(branch)
            case "MAX_REPEAT" | "POSSESSIVE_REPEAT" | "MIN_REPEAT", (_, _, inner):
                yield from _members(inner)
            case "ASSERT" | "ASSERT_NOT" | "AT" | "GROUPREF", _:
                pass  # what only looks takes nothing, and what stands there again was told
            case _:
                yield None


def members_of(members: list[tuple[object, object]]) -> frozenset[str] | None:
    """The characters of a class, if they are of ASCII, and none of them a bracket or another sign of classes."""
    characters: set[str] = set()
    for operation, argument in members:
        match str(operation), argument:
            case "LITERAL", int(code):
                characters.add(chr(code))
            case "RANGE", (int(low), int(high)):
                characters.update(map(chr, range(low, high + 1)))
            case "CATEGORY", category if str(category) in _CATEGORIES:
                characters.update(_CATEGORIES[str(category)])
            case _:
                return None
    found = frozenset(characters)
    return found if found and found <= (ASCII | SPACE) - _SIGNS else None


_CATEGORIES = {"CATEGORY_DIGIT": _DIGITS, "CATEGORY_SPACE": SPACE, "CATEGORY_WORD": ALNUM | {"_"}}
