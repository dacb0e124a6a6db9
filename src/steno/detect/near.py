"""Says where in a text views are worth making: around the signs of a shape.  Makes none itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from msgspec import Struct

from steno.detect.patterns import compiled
from steno.detect.views.view import last_space, next_space
from steno.detect.word import Hit

LONGEST = 4096
"""The longest word that has to be seen whole."""
STREAM = 1024
"""How far apart two signs may stand that are one only together."""


Check = Callable[[str, int], re.Match[str] | None]


class SignReach(Struct, frozen=True, array_like=True):
    """What stands around a sign, as `Sign` says it."""

    before: int
    after: int
    check: str
    twice: bool
    token: bool = False
    """Whether it is the beginning of a token with a known form."""


class SignStretches:
    """Which of the words that a gate looks for are signs, and of how much."""

    def __init__(self, arounds: Sequence[SignReach], signs: Sequence[int]) -> None:
        self.arounds, self.signs = arounds, signs
        """For each of the words, which of the `arounds` it is a sign of; -1 for none."""

    @classmethod
    def of(cls, signs: Sequence[SignReach | None]) -> SignStretches:
        """`signs` says of each of the words what stands around it, where it is a sign."""
        arounds = list(dict.fromkeys(sign for sign in signs if sign is not None))
        number = {around: index for index, around in enumerate(arounds)}
        return cls(arounds, [-1 if sign is None else number[sign] for sign in signs])

    def begins_token(self, word: int) -> bool:
        """Whether a word is the beginning of a token with a known form."""
        kind = self.signs[word]
        return kind >= 0 and self.arounds[kind].token

    def check(self, word: int) -> Check | None:
        """What must match where a word stands, so that views are made there; None for a word that is no sign."""
        kind = self.signs[word]
        return None if kind < 0 else _compiled(self.arounds[kind].check)

    def stretches(self, text: str, hits: list[Hit]) -> list[tuple[int, int]]:
        """The stretches around signs, in order and apart: on to the end of a word that is not too long."""
        near: list[tuple[int, int]] = []
        last = -STREAM
        for at, word in hits:
            if (kind := self.signs[word]) < 0:
                continue
            sign = self.arounds[kind]
            # What lies in a stretch already needs no check, so that a long one is gone through once.
            if near and at + sign.after <= near[-1][1]:
                continue
            checked = _compiled(sign.check)(text, at) if sign.check else None
            if sign.check and checked is None:
                continue
            if sign.twice:
                before, last = last, at
                if at - before >= STREAM:
                    continue
            begin, end = max(0, at - sign.before), min(len(text), max(at + sign.after, checked.end() if checked else 0))
            if near and begin <= near[-1][1]:
                near[-1] = near[-1][0], max(near[-1][1], end)
            else:
                near.append((begin, end))
        return _apart((last_space(text, begin, LONGEST), next_space(text, end, LONGEST)) for begin, end in near)


@cache
def _compiled(check: str) -> Check:
    return compiled(check, int(re.ASCII)).match


def _apart(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that overlap as one."""
    apart: list[tuple[int, int]] = []
    for begin, end in stretches:
        if apart and begin < apart[-1][1]:
            apart[-1] = min(begin, apart[-1][0]), max(end, apart[-1][1])
        else:
            apart.append((begin, end))
    return apart
