"""The rows of Antigravity's databases, as a table.  Known of their encoding are kinds of steps, tokens, models."""

from __future__ import annotations

import base64
from binascii import Error
from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from steno.agents.antigravity.idiom import IDIOM
from steno.base.exact import JSON
from steno.kit.database import Table, tables
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Shape, Spec
from steno.model import Kind, Lifecycle, Role, Usage, Visibility

_CHAT, _USAGE, _MODEL = 1, 4, 19
"""The fields of a request's record that lead to its tokens, and to the model that answered."""
_TOKENS = {2: "input", 3: "output", 4: "cache_write", 5: "cache_read"}
_MOST_BITS = 64
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message of protocol buffers: numbers and bytes, as far as it can be read."""
    position = 0
    while position < len(data):
        tag, position = _varint(data, position)
        kind, value = tag & 7, 0
        if kind == _VARINT:
            value, position = _varint(data, position)
            yield tag >> 3, value
            continue
        length = {_FIXED64: 8, _FIXED32: 4}.get(kind, -1)
        if kind == _BYTES:
            length, position = _varint(data, position)
        if length < 0 or position + length > len(data):
            return
        yield tag >> 3, data[position : position + length]
        position += length


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while position < len(data) and shift < _MOST_BITS:
        byte = data[position]
        value, shift, position = value | (byte & 127) << shift, shift + 7, position + 1
        if byte < 128:
            return value, position
    return 7, len(data)  # a tag of no kind: nothing more is read


def _inner(data: bytes, number: int) -> bytes:
    return next((value for key, value in fields(data) if key == number and isinstance(value, bytes)), b"")


def _bytes(value: JSON) -> bytes:
    """The bytes of a column, which are a text where they happen to be one."""
    if type(value) is str:
        return value.encode("utf-8", "surrogatepass")
    held = value.get("base64") if type(value) is dict else None
    try:
        return base64.b64decode(held) if type(held) is str else b""
    except (Error, ValueError):
        return b""


def request(log: Log, row: dict[str, JSON], where: str) -> None:
    """What a request to the model took, and which model it was."""
    chat = _inner(_bytes(row.get("data")), _CHAT)
    counts = {_TOKENS[key]: n for key, n in fields(_inner(chat, _USAGE)) if key in _TOKENS and isinstance(n, int)}
    model: str | UnsetType = _inner(chat, _MODEL).decode(errors="replace") or UNSET
    about = {"usage": Usage(**counts) if counts else UNSET, "model": model, "role": Role.ASSISTANT}
    log.emit(Kind.LIFECYCLE, Lifecycle("request"), log.speaker(model, UNSET), where, about)


def asked(log: Log, row: dict[str, JSON], where: str) -> None:
    """A turn begins, whatever its words are."""
    log.prompt()


def tell(row: dict[str, JSON]) -> str:
    """The kind of a step."""
    return _STEPS.get(kind, "step") if type(kind := row.get("step_type")) is int else ""


_STEPS = {14: "user_input", 15: "planner_response"}
_INSIDE = Visibility.INTERNAL
SPEC = Spec(
    name="antigravity",
    tell=tell,
    records={
        "trajectory": Shape(Kind.LIFECYCLE, rest=True, header={"cascade_id": "ids.session"}),
        "step.user_input": [asked, Shape(Kind.BLOB, HUMAN)],
        "step.planner_response": Shape(Kind.BLOB, MODEL, role=Role.ASSISTANT, visibility=_INSIDE),
        "step": Shape(Kind.BLOB, TOOL, role=Role.TOOL, visibility=_INSIDE),
        "request": request,
    },
    recognise=IDIOM.of,
    known_by=("step_payload", "step_type"),
    marked=(b"trajectory_meta", b"gen_metadata", b"step_payload"),
    source=tables(
        Table("trajectory", "trajectory_meta", "''", optional=True),
        Table("step", "steps", "''", "idx"),
        Table("request", "gen_metadata", "''", "idx", optional=True),
    ),
)
