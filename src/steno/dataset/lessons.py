"""What sessions teach: values that are secret wherever else they stand in the dataset.

Values are only ever in memory.  What is kept of one is its keyed hash, its type and its length.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from steno import idioms, tools
from steno.dataset.projections.contract import BLOCK, MESSAGE, Projection
from steno.dataset.provenance import FIELDS
from steno.redaction import Value as Value

if TYPE_CHECKING:
    from steno.detect import Span
    from steno.detect.sweep import Sweep as Sweep


class Taught(Struct, frozen=True, array_like=True):
    """What is kept of a value."""

    tag: bytes
    type: str
    length: int
    """In characters."""


def tag(key: bytes, value: str) -> bytes:
    """By which a value is known again under one key; nobody without the key can confirm a guess."""
    return hmac.digest(key, b"learned\0" + value.encode("utf-8", "surrogatepass"), hashlib.sha256)[:16]


def own_words(projection: Projection) -> frozenset[str]:
    """Words that rows are full of, whatever anybody says: names of columns, of fields and of tools."""
    columns = (each.name for each in projection.columns)
    return frozenset((*columns, *MESSAGE, *BLOCK, *FIELDS)) | idioms.fields() | frozenset(tools.every())


def teachable(found: Iterable[Value], words: Collection[str]) -> list[Value]:
    """What is looked for in all other sessions, in order: what is too short stands there by chance."""
    from steno.detect.sweep import SHORTEST  # costs start-up

    return sorted((kind, value) for kind, value in found if len(value) >= SHORTEST and value not in words)


def taught(found: Iterable[Value], key: bytes) -> list[Taught]:
    return [Taught(tag(key, value), kind, len(value)) for kind, value in found]


def sweep(values: Iterable[Value]) -> Sweep:
    from steno.detect.sweep import Sweep  # costs start-up

    return Sweep(values)


def standing(looking: Sweep, data: bytes) -> Iterator[Span]:
    """Every place in lines of JSON where one of the values stands, in whatever spelling."""
    from steno.detect.marks import stands

    text = ""
    for span in looking.each_value(data):
        text = text or data.decode("latin-1")  # placeholders and escapes are ASCII
        if stands(span, text):
            yield span


def said_in(texts: Sequence[str], known: Mapping[bytes, Taught], key: bytes) -> Taught | None:
    """The first value that stands in short texts, where nobody has the values any more: by their hashes alone."""
    lengths = sorted({each.length for each in known.values()})
    for text in texts:
        for length in lengths:
            for at in range(len(text) - length + 1):
                if (found := known.get(tag(key, text[at : at + length]))) is not None:
                    return found
    return None
