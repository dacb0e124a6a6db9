"""What a tool found, before anybody has looked at it: facts, and rows that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, field

from steno.api import UsageError
from steno.api.progress import Progress, silent
from steno.api.roots import Roots
from steno.api.safe import Safe
from steno.api.world import World

_OWN = "cannot know which session is yours: run `steno info @current` in a shell, or use list_sessions with project"


class Page(Struct, kw_only=True):
    """Facts and rows; structs and JSON, as the verbs give them."""

    about: dict[str, Any] = field(default_factory=dict)
    rows: Iterable[Any] = ()
    """From the one on that was asked for."""
    offset: int = 0
    """How many rows come before them."""
    most: int = 0
    """So many rows are enough; 0: as many as fit."""
    more: bool = False
    """Whether more rows follow those that are here."""
    total: int | None = None
    """How many there are in all, where that is known."""
    text: int = 1_500
    """How many characters of a text in a row are given; 0: all that fit."""
    rest: str = ""
    """How to get what was cut of a text."""
    raw: str | None = None
    """A text that must stay as it is; it is given in pieces."""


class Document(Struct, frozen=True):
    """An export, with nothing in it that is obeyed."""

    text: str
    size: int
    """The bytes of the export itself."""


class Asked(Struct, frozen=True, kw_only=True):
    """A call: what it asks for, and what it may use."""

    world: World
    safe: Safe
    args: Any
    roots: Roots
    progress: Progress = silent
    fresh: Callable[[], None] = lambda: None
    """Brings the catalog up to date."""
    keep: Callable[[str, Document], str] = lambda name, document: name
    """Keeps a document for the calls that ask for its next piece; gives its name."""
    kept: Callable[[str], Document | None] = lambda name: None

    def session(self, word: str) -> str:
        """A session's word, as far as a server can resolve it and may read it; raises `UsageError`."""
        if word == "@current":
            raise UsageError(f"a server {_OWN}")
        if word in ("", "-"):
            raise UsageError("standard input is not yours here: name a session by its id; list_sessions gives them")
        self.roots.check(word)
        return word
