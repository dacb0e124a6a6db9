"""The `security` block of a record, from what redaction says it did.  Looks for nothing itself."""

from __future__ import annotations

import re
from typing import Final

from steno.base.exact import JSON, encode
from steno.formats.opentraces.wire import Object, fitting
from steno.model.ledger import MARK

_MASKED: Final = re.compile(r"masked (\d{1,9}) [a-z_]+")
"""A line of the note on what was taken out."""
_NONE: Final = "none"
"""The level at which only private keys are looked for, which is no scan."""


def block(redaction: JSON, stated: JSON, version: int) -> Object:
    """Whether the record was looked through, and how many things were taken out, before and now.

    `redaction` is the value of the note on it, `stated` the block as it was read.  Nobody reviewed a finding and no
    classifier ran, so nothing is said of that but what was said before.
    """
    found = fitting(stated, version, "security")
    said: Object = redaction if type(redaction) is dict else {}
    if type(mode := said.get("mode")) is str and mode != _NONE:
        found["scanned"] = True
    found["redactions_applied"] += sum(masked(said).values())
    return found


def marks(record: JSON) -> int:
    """How many things were taken out of a record: each has a mark of its own, wherever it stood."""
    return len(set(MARK.findall(encode(record).decode("utf-8", "surrogatepass"))))


def masked(redaction: JSON) -> dict[str, int]:
    """How many things of each kind were taken out, by the note on it."""
    lines = redaction.get("notes") if type(redaction) is dict else None
    counts: dict[str, int] = {}
    for line in lines if type(lines) is list else ():
        if type(line) is str and _MASKED.fullmatch(line):
            _, number, kind = line.split(" ")
            counts[kind] = counts.get(kind, 0) + int(number)
    return counts
