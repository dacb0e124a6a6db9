"""Takes an OpenTraces file apart: one record in every line, or one in all of it.  Interprets nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import BadJSON, decode
from steno.base.jsonl import Flaw, Line
from steno.diagnostics import Place, Report
from steno.formats.records import BAD, BOM, DUPLICATE, NOT_OBJECT, records

_BOM = b"\xef\xbb\xbf"


def pieces(data: bytes, place: Place, report: Report) -> Iterator[Line]:
    """Each record with its bytes, and what stands in the place of one; flaws are reported."""
    if _is_document(data):
        yield _document(data, place, report)
    else:
        yield from records(io.BytesIO(data), place, report)


def _is_document(data: bytes) -> bool:
    """Whether one object takes up several lines: the first of them is none, and is no line that was damaged."""
    first, newline, rest = data.removeprefix(_BOM).lstrip().partition(b"\n")
    if not newline or not rest.strip() or not first.startswith(b"{"):
        return False
    if first.strip() == b"{":
        return True
    try:
        decode(first)
    except BadJSON:
        return _is_json(data.removeprefix(_BOM))
    return False


def _is_json(data: bytes) -> bool:
    try:
        decode(data)
    except BadJSON:
        return False
    return True


def _document(data: bytes, place: Place, report: Report) -> Line:
    start = len(_BOM) if data.startswith(_BOM) else 0
    if start:
        report(BOM.at(Place(place.path, 1, "", 0, start), "the file begins with a byte order mark"))
    body = data[start:]
    where = Place(place.path, 1, "", start, len(body))
    try:
        value, duplicate = decode(body)
    except BadJSON as error:
        report(BAD.at(where, message := f"not JSON: {error}"))
        return Line(1, start, len(body), UNSET, Flaw.BAD, message, body)
    if duplicate is not None:
        report(DUPLICATE.at(where, message := f"the key {duplicate!r} appears twice"))
        return Line(1, start, len(body), value, Flaw.DUPLICATE, message, body)
    if type(value) is not dict:
        report(NOT_OBJECT.at(where, "not an object, expected a record"))
    return Line(1, start, len(body), value)
