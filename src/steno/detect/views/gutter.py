"""What editors, diffs, replies, loggers and boxes put before each line of a text.  Knows lines, not what is in them."""

from __future__ import annotations

import re
from functools import lru_cache

from steno.detect.patterns import deferred

_NUMBER = deferred(r"[ \t]*(?:[\w./@+~-]{1,120}(?=[:-][0-9]{1,7}[:-]))?[:-]?([0-9]{1,7})(?:[ \t]?[→:|│)]|-|\t| {1,4})")
_TIME = (
    r"\[?(?:[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ]|[A-Z][a-z]{2} [ 0-9][0-9] )?[0-9]{2}:[0-9]{2}:[0-9]{2}"
    r"(?:[.,][0-9]{1,9})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?[ \t]+"
)
_SAME = deferred(
    rf"[ \t]*(?:{_TIME}"
    r"|(?:stdout|stderr)[ \t]+(?:[FP][ \t]+)?|[\w.-]{1,40} [\w./-]{1,40}\[[0-9]{1,7}\]:[ \t]"
    r"|(?:\[[\w.:/#@ -]{1,40}\]|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR):?)[ \t]+"
    r"|[\w./-]{1,60}[ \t]{1,20}\|[ \t]?"
    r"|[+-]|>[ \t]?|(?:[#;*|│┃║]{1,3}|//|--|data:|REM)[ \t]+)"
)
_DIGITS = deferred(r"[0-9]+")
_DEEP = 6
"""So many lie over each other: a time, a service, a number, quote marks."""
_REMEMBERED = 512
"""Pairs of lines of which it is known: every view of a text has most of its lines."""
_INDENT = (" ", "\t")
_BARS = ("|", "│", "┃", "║")
_BORDER = deferred(r"[ \t]*[|│┃║][ \t]*\Z")


@lru_cache(maxsize=_REMEMBERED)
def bare(line: str, after: str) -> tuple[int, int, int]:
    """Of two lines that follow each other: where each begins behind what was put before both, and where the first ends,
    before the right side of a box."""
    # The first line of a string begins behind its quote.
    first = 0 if _SAME().match(line) or _NUMBER().match(line) else line.rfind('"') + 1
    whole, second, boxed = first, 0, False
    for _ in range(_DEEP):
        one, two = _NUMBER().match(line, first), _NUMBER().match(after, second)
        if not (one and two and int(two[1]) == int(one[1]) + 1 and _alike(one, two)):
            one, two = _SAME().match(line, first), _SAME().match(after, second)
            if not (one and two and _alike(one, two)):
                break
            boxed = boxed or one[0].strip() in _BARS
        first, second = one.end(), two.end()
    if first == whole:
        first = 0
    while line[first : first + 1] in _INDENT and line[first : first + 1] == after[second : second + 1]:
        first, second = first + 1, second + 1
    right = _BORDER().search(line, first) if boxed else None
    return first, second, right.start() if right else len(line)


def _alike(one: re.Match[str], two: re.Match[str]) -> bool:
    return _DIGITS().sub("0", one[0]).strip() == _DIGITS().sub("0", two[0]).strip()
