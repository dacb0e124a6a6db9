"""Tells whether a user's pattern is tried in bounded time.  Knows the syntax of patterns, matches nothing."""

from __future__ import annotations

import re
import warnings
from typing import NamedTuple

LIMIT, LIMIT_WITHIN = 10_000, 100_000
"""In how many ways a pattern may be tried: at one place of any text, or on the whole of a short one."""
LONGEST = 1000
"""How long a pattern may be."""
_DEEPEST = 16
_TOO_MANY = LIMIT_WITHIN + 1
_FEW = 20
"""Whatever has two ways has too many when it is repeated more often."""

_QUANTIFIER = re.compile(r"(?:([?*+])|\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\})(\?|\+)?")
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_NAMED = re.compile(r"\(\?P<\w+>")
_ESCAPE = re.compile(r"\\(?:[dDwWsSbBZAtnrfv]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^A-Za-z0-9])")


class Refused(ValueError):
    """A pattern that may take too long, or that is none.  One clause, without the pattern."""


class Shape(NamedTuple):
    """What can be said of a pattern before it is tried."""

    ways: int
    """In how many ways it can be tried at one place."""
    groups: int
    """How many groups capture."""


def shape(pattern: str, within: int | None = None) -> Shape:
    """The shape of a pattern that is tried at places of a text, or on all of a text no longer than `within`.

    Raises `Refused`.  What ends a pattern is never tried again at that place, so it may be unbounded; any other
    unbounded repeat needs a text that is not.
    """
    if len(pattern) > LONGEST:
        raise Refused(f"is {len(pattern)} characters long, expected at most {LONGEST}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise Refused(f"is not a valid pattern: {error}") from None
    walk = _Walk(pattern, within)
    ways = walk.alternatives(0)
    if ways > (limit := LIMIT if within is None else LIMIT_WITHIN):
        raise Refused(f"can be tried in more than {limit} ways: narrow its repeats, as in {{20,40}}")
    return Shape(ways, walk.groups)


class _Walk:
    """One reading of a pattern from left to right.  What it does not know, it refuses."""

    def __init__(self, pattern: str, within: int | None) -> None:
        self._text, self._at, self._within = pattern, 0, within
        self.groups = 0

    def alternatives(self, depth: int) -> int:
        """The ways of all branches up to the end or the closing bracket."""
        if depth > _DEEPEST:
            raise Refused(f"has more than {_DEEPEST} nested groups")
        ways = 0
        while True:
            ways += self._branch(depth)
            if self._at >= len(self._text) or self._text[self._at] == ")":
                return _capped(ways)
            self._at += 1  # the bar

    def _branch(self, depth: int) -> int:
        ways = 1
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            inner = self._atom(depth)
            ways = _capped(ways * self._repeated(inner, ends=depth == 0 and self._within is None))
        return ways

    def _atom(self, depth: int) -> int:
        """The ways of one character, class or group."""
        text, at = self._text, self._at
        if text[at] == "(":
            return self._group(depth)
        found = _CLASS.match(text, at) if text[at] == "[" else _ESCAPE.match(text, at) if text[at] == "\\" else None
        if found is None and text[at] in "[\\":
            raise Refused(f"has a back-reference or an unknown escape or class at character {at}")
        self._at = found.end() if found else at + 1
        return 1

    def _group(self, depth: int) -> int:
        if self._text.startswith("(?:", self._at):
            self._at += 3
        elif named := _NAMED.match(self._text, self._at):
            self.groups += 1
            self._at = named.end()
        elif self._text.startswith("(?", self._at):
            raise Refused(f"has a look-around, a flag or another extension at character {self._at}")
        else:
            self.groups += 1
            self._at += 1
        ways = self.alternatives(depth + 1)
        self._at += 1  # the closing bracket: re.compile has seen it
        return ways

    def _repeated(self, inner: int, *, ends: bool) -> int:
        """The ways of an atom with the quantifier that follows it, if any."""
        found = _QUANTIFIER.match(self._text, self._at)
        if found is None:
            return inner
        self._at = found.end()
        sign, low, comma, high, kind = found.groups()
        least = int(low) if low else 1 if sign == "+" else 0
        most = 1 if sign == "?" else None if sign or (comma and not high) else int(high or low)
        if ends and inner == 1 and kind != "?" and (self._at == len(self._text) or self._text[self._at] == "|"):
            return 1
        if most is None:
            if self._within is None:
                raise Refused("has an unbounded repeat before its end: give it a bound, as in {1,200}")
            most = max(least, self._within)
        if inner == 1:
            return most - least + 1
        if least > _FEW:
            return _TOO_MANY
        return sum(inner**times for times in range(least, min(most, least + _FEW) + 1))


def _capped(ways: int) -> int:
    """Numbers stay small: too many is too many."""
    return min(ways, _TOO_MANY)
