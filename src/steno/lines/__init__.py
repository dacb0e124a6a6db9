"""Redacts a log of JSON lines by its lines: those that hold nothing leave as they came, and no trace is made of them.

What is found in an ordinary text is masked where the line spells it.  What is found anywhere else (in a name, in what
may be an id, in a list of lines) is left to the pass that knows traces, which is given those lines alone.  Where not
even that is enough, because texts of several lines belong together, `WholeLog` is raised, and the whole log has to go
through the pass.  What leaves is the same on every way.
"""

from __future__ import annotations

from msgspec import Struct

from steno.contracts import Ambient, Format
from steno.diagnostics import Diagnostic, Place, Report
from steno.lines.exact import Exact
from steno.lines.log import Log, Piece
from steno.lines.whole import WholeLog as WholeLog
from steno.passes.redact import Redact

_BOM = b"\xef\xbb\xbf"


class Done(Struct, frozen=True):
    """A log without what was masked in it."""

    pieces: list[Piece]
    """Its bytes, one after the other."""
    places: int
    """How many placeholders were put."""
    characters: int
    """How much text was looked at."""


def redacted(data: bytes, place: Place, report: Report, redact: Redact, format: Format, ambient: Ambient) -> Done:
    """The log with all masked that the pass would mask; raises `Leak`, and `WholeLog` where that cannot be known."""
    if format.lined is None or data.startswith(_BOM) or not data or data.isspace():
        raise WholeLog
    found: list[Diagnostic] = []
    streams = [path.rpartition(".")[2] for path in format.streams]
    log = Log(data, format.lined, streams, redact, redact.begin(place.path, found.append))
    log.learn(place.path)
    exact = Exact(log, format, place, found.append, ambient)
    if not log.is_clean:
        exact.settle()
        exact.look_again()
    for each in found:
        report(each)
    out, places = log.written(exact.lines)
    return Done(out, places, log.characters)
