"""What an event must be so that its line says exactly what the caller said.  Knows values, not their meaning."""

from __future__ import annotations

import math
from typing import Final

import msgspec
from msgspec.structs import replace

from steno.base.exact import JSON, encode
from steno.formats.awf.strict import Invalid
from steno.formats.awf.wire import Event

NOT_JSON: Final = (TypeError, ValueError, OverflowError, RecursionError)
"""What the encoder raises for a value that JSON cannot hold: a foreign type, half of a character, a cycle."""

ENVELOPE: Final = 100
"""Before a payload stand at least so many bytes."""


def check_fields(
    path: str, iteration: int, run_id: str | None, parent_run_id: str | None, child_run_id: str | None
) -> None:
    """Raises `Invalid` where a field of the envelope is not of its type."""
    if not isinstance(path, str):
        raise Invalid(f"path is of type {type(path).__name__}, expected text")
    if not isinstance(iteration, int) or isinstance(iteration, bool) or iteration < 0:
        raise Invalid(f"iteration is {iteration!r}, expected a whole number, 0 or more")
    for name, id in (("run_id", run_id), ("parent_run_id", parent_run_id), ("child_run_id", child_run_id)):
        if id is not None and not isinstance(id, str):
            raise Invalid(f"{name} is of type {type(id).__name__}, expected text")
    if run_id == "":
        raise Invalid("run_id is empty, expected an id, or None for the recorder's own")


def check_line(payload: JSON, line: bytes | bytearray) -> None:
    """Raises `ValueError` where the line of a payload does not say what the payload says.

    The encoder writes `null` for a number that JSON does not have.  To look for such numbers in every payload would
    cost as much as to encode it, so it is done only where a `null` is there that the payload's shape does not explain.
    """
    if line.count(b"null") > _nulls(payload) and not _finite(payload):
        raise ValueError("a number is infinite or not a number")
    if b"\n" in line:
        raise ValueError("a raw value holds a line end")


def respell(event: Event, line: bytearray, error: Exception) -> None:
    """Encode an event that the encoder refused with this error, or raise one of `NOT_JSON`.

    A text may hold half of a character: there is an escape for it, which the encoder does not know.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    _encode_into(replace(event, payload=msgspec.Raw(encode(event.payload))), line)
    check_line(event.payload, line)


_encode_into = msgspec.json.Encoder().encode_into


def _nulls(payload: JSON) -> int:
    """How many there are of old: no payload, or a tool's `input` or `output` that is not there."""
    if type(payload) is not dict:
        return payload is None
    if "call_id" not in payload:
        return 0
    return (payload.get("input") is None) + (payload.get("output") is None)


def _finite(value: JSON) -> bool:
    """Whether every number in it is one.  Not recursive, and right for what occurs in itself many times."""
    stack, seen = [value], set()
    while stack:
        item = stack.pop()
        if isinstance(item, float):
            if not math.isfinite(item):
                return False
        elif isinstance(item, dict | list | tuple | set | frozenset) and id(item) not in seen:
            seen.add(id(item))
            stack.extend(item.values() if isinstance(item, dict) else item)
    return True
