"""A text to look at, and cheap signs that a look is worth it.  Knows no transformation."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from steno.base.ids import sha256
from steno.detect import cache

if TYPE_CHECKING:
    from hyperscan import Database

    from steno.detect.vectorscan import Rooms

_SHORT = 48
"""For a text that is shorter, `re` is faster than a call of Vectorscan."""


class Page:
    def __init__(self, text: str) -> None:
        self.text = text
        self._signs: dict[Signs, dict[str, list[int]]] = {}

    @cached_property
    def data(self) -> bytes:
        """One byte for each character; those outside ASCII are all alike."""
        return self.text.encode("ascii", "replace")

    def shows(self, signs: Signs) -> dict[str, list[int]]:
        """Which of the signs stand in the text, and where they end."""
        if signs not in self._signs:
            self._signs[signs] = signs.ends(self.data)
        return self._signs[signs]


class Signs:
    """Patterns of bytes without which a shape cannot stand in a text, looked for in one pass.

    Found by Vectorscan, or by `re` where its wheel does not install or the text is short, with the same answer.
    """

    def __init__(self, patterns: dict[str, str], *, places: bool = False, short: int = _SHORT) -> None:
        """`places` says that all ends of a pattern are wanted, else one is enough; from one beginning a pattern may end
        at one place only."""
        self._names = list(patterns)
        self._patterns = [pattern.encode() for pattern in patterns.values()]
        self._places, self._short = places, short

    def ends(self, data: bytes) -> dict[str, list[int]]:
        if len(data) < self._short or not self._database:
            return self._plain(data)
        found: dict[int, set[int]] = {}

        def event(pattern: int, start: int, end: int, flags: int, context: object) -> None:
            found.setdefault(pattern, set()).add(end)

        for database, scratch in self._rooms.each:
            database.scan(data, match_event_handler=event, scratch=scratch)
        return {self._names[pattern]: sorted(ends) for pattern, ends in found.items()}

    def _plain(self, data: bytes) -> dict[str, list[int]]:
        found = {}
        for name, regex in zip(self._names, self._regexes, strict=True):
            if self._places:
                if ends := sorted({match.end(1) for match in regex.finditer(data)}):
                    found[name] = ends
            elif match := regex.search(data):
                found[name] = [match.end()]
        return found

    @cached_property
    def _rooms(self) -> Rooms:
        from steno.detect.vectorscan import Rooms

        return Rooms([self._database] if self._database else [])

    @cached_property
    def _regexes(self) -> list[re.Pattern[bytes]]:
        # A look-ahead consumes nothing, so that places are found though they overlap.
        return [re.compile(b"(?=(" + pattern + b"))" if self._places else pattern) for pattern in self._patterns]

    @cached_property
    def _database(self) -> Database | None:
        try:
            from steno.detect.vectorscan import Unfit, pack, unpack
        except ImportError:
            return None
        name = f"signs-{sha256(repr((self._patterns, self._places)).encode())[:16]}"
        try:
            if kept := cache.load(name):
                return unpack(kept.databases[0])
        except Unfit:
            pass  # made anew
        database = self._compiled()
        cache.save(name, b"", [pack(database)])
        return database

    def _compiled(self) -> Database:
        import hyperscan

        database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        flags = 0 if self._places else hyperscan.HS_FLAG_SINGLEMATCH
        count = len(self._names)
        database.compile(expressions=self._patterns, ids=list(range(count)), elements=count, flags=[flags] * count)
        return database


SPELLED = Signs(
    {
        "colour": r"\x1b|\x08|\^\[|\[[0-9;]{0,23}m",
        "soft break": r"[^\s=]=\r?\n\S",
        "reference": r"&[#A-Za-z][0-9A-Za-z]{1,12};",
        "percent": r"%[02-7][0-9A-Fa-f]",
        "pair": r'"[A-Za-z_][A-Za-z0-9_.-]{0,40}" ?: ?"',
    }
)
"""Of several shapes at once, because one pass costs less than five."""
