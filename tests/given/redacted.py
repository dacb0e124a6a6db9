"""A document redacted on every way there is: what leaves must be the same."""

from __future__ import annotations

import io
import json
from collections import Counter
from typing import Any

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.model.ledger import MARK
from steno.redaction import Redaction
from steno.testing.fake import STILL

_SAID = ("SEC901", "SEC902", "SEC903", "SEC904")
"""What a redaction says of itself; what reading says of a line that nobody had to read is not said."""


def redacted(data: bytes, redaction: Redaction, format: str | None = None) -> bytes:
    """By its lines, where the format has some, and as a trace: both say the same of the same places."""
    said: tuple[list[Diagnostic], list[Diagnostic]] = [], []
    whole = pipeline.redacted(io.BytesIO(data), Place("x"), said[0].append, redaction, STILL, format)
    lines = pipeline.redacted(io.BytesIO(data), Place("x"), said[1].append, redaction, STILL, format, listed=False)
    assert values(lines.data) == values(whole.data)
    assert withheld(said[1]) == withheld(said[0])
    if lines.ledger:
        return lines.data
    before, after = MARK.findall(data.decode("latin-1")), MARK.findall(lines.data.decode("latin-1"))
    assert lines.places == len(after) - len(before)
    # What shows while a text is masked counts too, though more may be masked over it in the end.
    assert Counter(kind for kind, _ in {*after} - {*before}) <= Counter(lines.said.masked)
    return lines.data


def values(data: bytes) -> list[Any]:
    """What the lines of a document say, in the order in which they say it, however it is spelled."""
    return [_value(line) for line in data.split(b"\n") if line.strip()]


def _value(line: bytes) -> Any:
    try:
        return json.loads(line, object_pairs_hook=list)
    except ValueError:
        return line


def withheld(said: list[Diagnostic]) -> list[tuple[str, int | None, str]]:
    """What could not be looked at, and where."""
    return sorted((each.code, each.place.line or 0, each.message) for each in said if each.code in _SAID)
