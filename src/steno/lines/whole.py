"""What is raised where lines alone do not tell, and looks that raise it."""

from __future__ import annotations

from steno.detect.spans import Look, Span, Unscannable

UNKNOWN = (Unscannable, RecursionError, MemoryError)
"""What a look may end with that was not able to tell."""


class WholeLog(Exception):
    """Only who reads the whole log can tell what in it belongs together."""


def spans_of(look: Look) -> list[Span]:
    """What a look finds; raises `WholeLog` where it cannot tell."""
    try:
        return look()
    except UNKNOWN:
        raise WholeLog from None


def finds(look: Look) -> bool:
    """Whether a look finds anything, or cannot tell."""
    try:
        return bool(look())
    except UNKNOWN:
        return True
