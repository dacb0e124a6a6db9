"""What of a row each format has no place for: found by writing it."""

from __future__ import annotations

import io
from collections import Counter
from typing import Final

from msgspec import Struct

from steno import pipeline, registry
from steno.contracts import Ambient, Format
from steno.diagnostics import Diagnostic, Severity
from steno.errors import StenoError
from steno.formats.losses import NATIVE
from steno.model import Trace
from steno.redaction import Redaction
from steno.viewer.full import row_named
from steno.viewer.record import record_of
from steno.viewer.view import View

_AS_IT_IS: Final = Redaction(level="none")
"""Nobody gets what is written: what counts is what could not be."""


class Lost(Struct, frozen=True):
    """One kind of thing that is lost."""

    code: str
    name: str
    what: str
    count: int


class Losses(Struct, omit_defaults=True, kw_only=True):
    """What writing a row in one format loses."""

    format: str
    title: str
    lost: int | None
    """How many things; None where the row alone cannot be written, and `why` says why."""
    codes: list[Lost] = []
    why: str | None = None


def losses(view: View, n: int, ambient: Ambient) -> list[Losses]:
    """For each format that can be made of any trace, and for the session's own; raises `NotFound`."""
    row = row_named(view, n)
    back = view.index.back[row]
    places = sorted({view.index.at[row], *view.index.more.get(row, ()), *([back] if back >= 0 else [])})
    own = view.header.sources[0].format if view.header.sources else ""
    records = sorted({other for at in places for other in record_of(view.events, at)})
    targets = [each for each in registry.formats if each.writer is not None and _is_target(each, own)]
    # What was read from a format is written back record by record, and a record cannot be cut.
    return sorted(
        (_written(_only(view, records if each.name == own else places), each, ambient) for each in targets),
        key=lambda each: each.format != own,
    )


def _only(view: View, places: list[int]) -> Trace:
    events = tuple(view.events[at] for at in places)
    return Trace(header=view.header, events=events, facts=view.trace.facts)


def _is_target(format: Format, own: str) -> bool:
    """Whether any trace can be written in it: an agent's own log is only ever written back."""
    return format.name == own or format.losses != NATIVE


def _written(trace: Trace, target: Format, ambient: Ambient) -> Losses:
    found: list[Diagnostic] = []
    made = Losses(format=target.name, title=target.title, lost=None)
    try:
        pipeline.convert([trace], target, (), io.BytesIO(), found.append, ambient, _AS_IT_IS)
    except StenoError as error:
        made.why = str(error)
        return made
    except (TypeError, ValueError, KeyError, IndexError):
        made.why = "it can be written only together with the rest of the session"
        return made
    lost = [each for each in found if each.severity is Severity.LOSS]
    counts = Counter({each.code: 0 for each in lost})
    for each in lost:
        counts[each.code] += each.count
    names = {each.code: each.name for each in target.losses}
    what: dict[str, str] = {}
    for each in lost:
        what.setdefault(each.code, each.message)
    made.codes = [Lost(code, names.get(code, ""), what[code], count) for code, count in counts.items()]
    made.lost = sum(counts.values())
    return made
