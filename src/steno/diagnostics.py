"""What any stage may say about its input or output: a code, a severity, a sentence, a place.  Prints nothing."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace


class Severity(enum.Enum):
    NOTE = "note"
    """Worth knowing, nothing is wrong."""
    LOSS = "loss"
    """The target format has no place for something the source said."""
    WARNING = "warning"
    """Legal, but probably not what was meant."""
    ERROR = "error"
    """The document breaks its own format."""


class Place(Struct, frozen=True):
    """Where in a document: each part as far as it is known."""

    path: str = ""
    line: int | None = None
    pointer: str = ""
    """RFC 6901, such as `/events/3/links/call_id`; `*` stands for any index."""
    offset: int | None = None
    length: int | None = None
    column: int | None = None
    """In the line, counted in characters from 1."""

    def __str__(self) -> str:
        parts = (self.path, self.line, self.column, self.pointer)
        return ":".join(str(part) for part in parts if part not in ("", None))


class Diagnostic(Struct, frozen=True):
    code: str
    severity: Severity
    message: str
    """One sentence: what is there, what was expected, what to do if we know it."""
    place: Place = Place()
    count: int = 1

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        place = str(self.place)
        return f"{place + ': ' if place else ''}{self.code} {self.message}{times}"


Report = Callable[[Diagnostic], None]
"""Takes one diagnostic; `list.append` is one."""


class Losses:
    """Counts equal losses, so that a million of them are one line with a number."""

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._found: dict[tuple[str, str], Diagnostic] = {}

    def add(self, code: str, message: str, pointer: str, count: int = 1, severity: Severity = Severity.LOSS) -> None:
        """One more loss at this pointer; the message of the first is kept."""
        key = (code, pointer)
        known = self._found.get(key)
        self._found[key] = (
            Diagnostic(code, severity, message, Place(self._path, pointer=pointer), count)
            if known is None
            else replace(known, count=known.count + count)
        )

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found.values())
