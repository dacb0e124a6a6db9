"""What stands between a word that names a thing and the thing itself.  Knows spelling, not meaning."""

from __future__ import annotations

import re
from collections.abc import Callable

from steno.detect.patterns import ready
from steno.detect.rule import Extent

FILL = (
    r"(?i:[ _.\t-]{0,3}(?:numbers?|num|no|nr|nummer|code|id|card|is|was|are|value|at|on|to|us|me))"
    r"""{0,3}[^0-9A-Za-z\n\[\]+]{0,20}"""
)
"""`"ssn": "`, `SSN is `, `<ssn>`, `ssn_number=`, `\\"ssn\\": \\"`: no line break and no bracket, so no placeholder."""


def after(match: re.Match[str], length: int = 1) -> str:
    """What stands after a match, as far as the stretch that is scanned goes."""
    return match.string[match.end() : min(match.end() + length, match.endpos)]


def named(judge: Callable[[str], object]) -> Extent:
    """The group `secret`, where its text is what `judge` says it should be."""

    def extent(match: re.Match[str]) -> tuple[int, int] | None:
        return match.span("secret") if judge(match["secret"]) else None

    return extent


def whole(judge: Callable[[str], object]) -> Extent:
    """Everything that matched, where its text is what `judge` says it should be."""

    def extent(match: re.Match[str]) -> tuple[int, int] | None:
        return match.span() if judge(match[0]) else None

    return extent


DIGITS = "[0-9]{13}"
FOURS = "[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}"
"""Where long numbers stand: detectors that share a gate cost one search."""

_NUMBER_GOES_ON = ready(r"(?:[0-9][.,/:_]|\.|[#&]|[0-9] ?[-/] ?|0x)\Z")


def alone(before: str) -> bool:
    """Whether a number may begin here: not in the middle of a decimal, a longer number or an entity."""
    return _NUMBER_GOES_ON.search(before) is None
