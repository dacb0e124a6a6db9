"""Texts as a page gets them: one line of them, or a part that says how much is left out."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

LINE: Final = 300
"""How many characters of a text stand in a row."""
LINES: Final = 200
"""How many lines of a text are given at first ..."""
MOST: Final = 20_000
"""... and at most so many characters."""
_RICH: Final = ("\n", "`", "**", "](", "# ")


class Hidden(Struct, frozen=True):
    """How much of a text is left out."""

    lines: int
    chars: int


class Piece(Struct, frozen=True):
    """A part of a text, and where it stands in the whole."""

    text: str
    at: int = 0
    hidden: Hidden | None = None


def one_line(text: str, most: int = LINE) -> tuple[str, int]:
    """The beginning of a text on one line, and how many characters are left out of it."""
    text = text.strip()
    return " ".join(text[:most].split()), max(0, len(text) - most)


def brief(text: str, most: int = LINE) -> str:
    """A name or a title on one line; one that is too long for that ends in an ellipsis."""
    line, more = one_line(text, most)
    return f"{line}…" if more else line


def is_rich(text: str) -> bool:
    """Whether there may be more than plain words in a text."""
    return any(sign in text for sign in _RICH)


def beginning(text: str) -> Piece:
    """The first lines of a text."""
    end = _after(text, LINES)
    if end == len(text):
        return Piece(text)
    return Piece(text[:end], 0, Hidden(text.count("\n", end) + 1, len(text) - end))


def ending(text: str) -> Piece:
    """The last lines of a text: where something failed, the reason stands there."""
    start = len(text)
    for _ in range(LINES):
        start = text.rfind("\n", max(0, len(text) - MOST), start)
        if start < 0:
            break
    start = max(start + 1, len(text) - MOST, 0)
    if start == 0:
        return Piece(text)
    return Piece(text[start:], start, Hidden(text.count("\n", 0, start) or 1, start))


def _after(text: str, lines: int) -> int:
    """Where so many lines end, or the most characters are reached."""
    at = 0
    for _ in range(lines):
        found = text.find("\n", at, MOST)
        if found < 0:
            return min(len(text), MOST)
        at = found + 1
    return at


def lines_of(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n")) if text else 0
