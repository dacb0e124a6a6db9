"""What a user looks for, as the index of words understands it.  Reads any text: there is none that it cannot take.

    rose thorn          both          rose OR thorn      either       rose NOT thorn     the one without the other
    "rose thorn"        in a row      thorn*             any word that begins so         (a OR b) c

Everything else in a word is part of it: `src/api.py`, `foo_bar` and ids are their parts in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from steno.base.patterns import deferred
from steno.errors import UsageError
from steno.store.texts import spaced

_TOKEN = deferred(r'"([^"]*)"(\*?)|([()])|([^\s()"]+)')
_WORD = deferred(r"[^\W_]+")
_DEEPEST = 50


class Term(Struct, frozen=True):
    """A word, or several in a row."""

    text: str
    is_prefix: bool = False

    def spelled(self) -> str:
        quoted = spaced(self.text).replace('"', '""').replace("\0", " ")
        return f'"{quoted}"' + "*" * self.is_prefix

    def pattern(self, *, is_whole: bool = False) -> str:
        """As a regular expression that finds it in a text; only as whole words if `is_whole`, as most are indexed."""
        words = _WORD().findall(self.text)
        found = r"[\W_]*".join(map(re.escape, words))
        if not is_whole:
            return found
        begin = r"(?<![A-Za-z0-9])" if words[0][0].isascii() else ""
        end = r"(?![A-Za-z0-9])" if words[-1][-1].isascii() and not self.is_prefix else ""
        return f"{begin}{found}{end}"


class Query(Struct, frozen=True):
    match: str
    """The expression for the index."""
    terms: list[Term]
    """What a hit holds, in the order in which it was named."""
    word: str
    """The whole query where it is one word, which may be an id; else empty."""

    def patterns(self) -> list[re.Pattern[str]]:
        """What finds the terms in a text, each in a group of its own: whole words, then any part of one."""
        return [
            re.compile("|".join(f"({each.pattern(is_whole=is_whole)})" for each in self.terms), re.IGNORECASE)
            for is_whole in (True, False)
        ]


def query(text: str) -> Query:
    """What a text asks for; raises `UsageError` where there is nothing in it that could be found."""
    parser = _Parser(list(_tokens(text)))
    match = parser.either(0)
    if not match:
        raise UsageError(f"nothing to look for in {text!r}: expected a word; --regex finds signs")
    word = text.strip()
    return Query(match, parser.terms, word if not re.search(r'[\s()"*]', word) else "")


def _tokens(text: str) -> Iterator[Term | str]:
    for quoted, star, bracket, word in _TOKEN().findall(text):
        if bracket or word in ("AND", "OR", "NOT"):
            yield bracket or word
        elif quoted or not word:
            yield Term(quoted, bool(star))
        else:
            yield Term(word.rstrip("*"), word.endswith("*"))


class _Parser:
    """Reads tokens by descent.  A sign out of place, such as a bracket that nothing closes, is passed over."""

    def __init__(self, tokens: Sequence[Term | str]) -> None:
        self._tokens, self._at = tokens, 0
        self.terms: list[Term] = []
        self._without = 0

    def either(self, depth: int) -> str:
        if depth > _DEEPEST:
            raise UsageError(f"more than {_DEEPEST} brackets within each other")
        found = [self._all(depth)]
        while self._next() == "OR" or (depth == 0 and self._next() == ")"):
            self._at += 1
            found.append(self._all(depth))
        return _joined(found, " OR ")

    def _all(self, depth: int) -> str:
        wanted: list[str] = []
        unwanted: list[str] = []
        while (sign := self._next()) not in (None, "OR", ")"):
            self._at += 1
            if sign == "NOT":
                self._without += 1
                unwanted.append(self._one(depth))
                self._without -= 1
            elif sign != "AND":
                self._at -= 1
                wanted.append(self._one(depth))
        found = _joined(wanted, " AND ")
        without = _joined(unwanted, " OR ")
        if without and not found:
            raise UsageError("NOT has nothing before it: name what to look for, then what must not be there")
        return f"({found} NOT {without})" if without else found

    def _one(self, depth: int) -> str:
        one = self._next()
        if one is None or one in ("OR", ")"):
            return ""
        self._at += 1
        if one == "(":
            found = self.either(depth + 1)
            if self._next() == ")":
                self._at += 1
            return found
        if isinstance(one, str) or not _WORD().search(one.text):
            return ""  # a sign that the index does not hold
        if not self._without:
            self.terms.append(one)
        return one.spelled()

    def _next(self) -> Term | str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None


def _joined(parts: Sequence[str], sign: str) -> str:
    some = [each for each in parts if each]
    return f"({sign.join(some)})" if len(some) > 1 else "".join(some)
