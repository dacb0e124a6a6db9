"""Text for a terminal: makes hostile characters visible, decides on colour, measures widths.  Prints nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TextIO

from steno.base.counts import number_of as number_of
from steno.base.patterns import deferred
from steno.base.visible import visible as visible

STYLES = {
    "bold": "1",
    "dim": "2",
    "error": "31",
    "good": "32",
    "warning": "33",
    "prompt": "1;36",
    "tool": "35",
}
"""SGR parameters by meaning."""


_BREAKS = deferred(r"[\r\n\t]+")


def one_line(text: str) -> str:
    """The text, visible, on one line: each run of line breaks and tabs as one space."""
    return visible(_BREAKS().sub(" ", text).strip() if not text.isprintable() else text.strip())


def width(text: str) -> int:
    """How many columns a visible text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(c: str) -> int:
    """Of one character.  That which asks for an emoji counts as one: it makes narrow characters wide."""
    if unicodedata.category(c) in _MARKS and c != _EMOJI:
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


_MARKS = ("Mn", "Me")
_EMOJI = "\ufe0f"


def fitted(text: str, columns: int, *, end: bool = False) -> str:
    """The text, or as much of its beginning (or `end`) as fits with a `…` that says so."""
    if width(text) <= columns:
        return text
    kept: list[str] = []
    left = columns - 1
    for c in reversed(text) if end else text:
        left -= width(c)
        if left < 0:
            break
        kept.append(c)
    if not end:
        return "".join(kept) + "…"
    while kept and not _columns(kept[-1]):  # a mark without the letter below it
        kept.pop()
    return "…" + "".join(reversed(kept))


def wrapped(text: str, columns: int | None) -> list[str]:
    """A visible text on lines of so many columns, broken at spaces, and inside a word only where it is wider.

    Lines are indented as the text is.
    """
    if columns is None or width(text) <= columns:
        return [text]
    words = text.lstrip(" ")
    indent = text[: len(text) - len(words)]
    if indent and len(indent) < columns // 2:
        return [indent + line for line in wrapped(words, columns - len(indent))]
    lines, line = [], ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer) <= columns:
            line = longer
            continue
        lines += [line] if line else []
        *full, line = _pieces(word, columns)
        lines += full
    return [*lines, line]


def _pieces(word: str, columns: int) -> list[str]:
    pieces, used = [""], 0
    for c in word:
        used += _columns(c)
        if used > columns:
            pieces.append("")
            used = _columns(c)
        pieces[-1] += c
    return pieces


def wants_colour(stream: TextIO, environ: Mapping[str, str], choice: str = "auto") -> bool:
    """Whether to colour: the user's choice, then NO_COLOR, then FORCE_COLOR, then whether a terminal listens."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "") not in ("", "0"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def columns_of(stream: TextIO) -> int | None:
    """How wide the terminal is that listens, or what COLUMNS says of it; None where none listens."""
    if not stream.isatty():
        return None
    from shutil import get_terminal_size  # costs start-up

    return get_terminal_size().columns


class Paint:
    """Makes any text safe to print, and styles it where colour is wanted.  Whatever is printed goes through it."""

    def __init__(self, *, colour: bool, columns: int | None = None) -> None:
        self._colour = colour
        self.columns = columns
        """How wide a line may be; None where nothing is to be cut."""

    def within(self, columns: int) -> Paint:
        """The same for lines of another width."""
        return Paint(colour=self._colour, columns=columns)

    def __call__(self, text: str, style: str = "") -> str:
        return self.styled(visible(text), style)

    def styled(self, safe: str, style: str) -> str:
        """A text that is safe already, styled; each line by itself, as a pager shows lines one by one."""
        if not self._colour or not style or not safe:
            return safe
        return "\n".join(f"\x1b[{STYLES[style]}m{line}\x1b[0m" if line else line for line in safe.split("\n"))
