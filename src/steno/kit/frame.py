"""What stands between the records of a log that is written back: line ends, and blank lines.  Knows no record."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Event, Origin


class Frame:
    def __init__(self, *, exact: bool) -> None:
        """`exact` asks for the blank lines and the line ends of the source, as far as events tell of them."""
        self.number = 0
        """Of the line that the last record is in."""
        self.end = b""
        """What ends it."""
        self._exact = exact
        self._line: object = None
        self._last = Origin(0, 0, 0, 0)

    def before(self, line: object, event: Event) -> bytes:
        """What is to be written before a record that stood in this line, and of which this is the first event."""
        found = b""
        if line != self._line:
            blank = self._blank(event) if self._exact else b""
            found = (b"\n" if self.number and not self.end else self.end) + blank
            self.number += 1 + blank.count(b"\n")
        self._line, self.end = line, _end(event) if self._exact else b"\n"
        if isinstance(event.origin, Origin):
            self._last = event.origin
        return found

    def turn(self) -> None:
        """The records that follow are of another trace."""
        self._line, self._last = None, Origin(-1, 0, 0, 0)

    def _blank(self, event: Event) -> bytes:
        """The blank lines before a record: so many numbers are left out, and no more bytes than line ends take."""
        origin, last = event.origin, self._last
        if not isinstance(origin, Origin) or origin.source != last.source:
            return b""
        lines, size = origin.line - last.line - 1, origin.offset - last.offset - last.length
        return {lines: b"\n", 2 * lines: b"\r\n"}.get(size, b"") * lines


def _end(event: Event) -> bytes:
    """The end of a record's line; nothing where the file ends without one."""
    raw = event.raw
    if raw is UNSET:
        return b"\n"
    return raw[len(raw.rstrip(b"\r\n")) :]
