"""The lines of Aider's histories, as a table."""

from __future__ import annotations

import re
from typing import Final

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, Part, Read, Shape, Spec
from steno.kit.text import TextLines
from steno.model import Kind, Usage

_START = "# aider chat started at "
_KINDS = {
    "> Tokens: ": "tokens",
    "> Applied edit to ": "edit",
    "> Commit ": "commit",
    "> Model: ": "model",
    "> Main model: ": "model",
}
"""Lines of the program's that are records of their own."""


def cut(line: str, before: str) -> tuple[str, bool]:
    """The kind of a line: the human's, the program's, or the model's; a blank one goes with what stands before it."""
    if line.startswith(_START):
        return "start", True
    if line.startswith("#### "):
        return "prompt", before == "prompt/after"
    if line.startswith("> ") or line == ">":
        kind = next((kind for opening, kind in _KINDS.items() if line.startswith(opening)), "status")
        return kind, kind != "status"
    if line.startswith(("<thinking-content-", "► **THINKING**")):
        return "thinking", True
    if line.startswith(("</thinking-content-", "► **ANSWER**")):
        return "thinking/ended", False
    if before == "thinking":
        return before, False
    if not line.strip():
        return "prompt/after" if before == "prompt" else before or "status", False
    return "answer", False


_QUOTED = deferred(r"^#### ?|[ \t]+$", re.MULTILINE)
_COUNT = deferred(r"([\d.]+)([kM]?) (sent|cache write|cache hit|received)")
_FIELDS: Final = {"sent": "input", "received": "output", "cache write": "cache_write", "cache hit": "cache_read"}
_UNITS: Final = {"": 1, "k": 1_000, "M": 1_000_000}


def _typed(text: str) -> str:
    """A prompt as it was typed, without what the history puts around its lines."""
    return _QUOTED().sub("", text).rstrip("\r\n") if type(text) is str else text


def _started(text: str) -> str | UnsetType:
    """When the program was started, in local time."""
    return text.removeprefix(_START).strip() if type(text) is str and text.startswith(_START) else UNSET


def named(log: Log, record: dict[str, JSON], where: str) -> None:
    """The model that answers from here on."""
    text = record.get("text")
    model = text.partition("odel: ")[2].partition(" with ")[0].strip() if type(text) is str else ""
    log.model = log.shared["model"] = model or log.model


def spent(log: Log, record: dict[str, JSON], where: str) -> None:
    """What the program printed of an answer's tokens, in its own rounding."""
    text = record.get("text")
    found = _COUNT().findall(text.partition(" Cost: ")[0]) if type(text) is str else []
    counts = {_FIELDS[what]: _rounded(number, _UNITS[unit]) for number, unit, what in found}
    if counts:
        log.shared["usage"] = Usage(**counts)
    log.shared["model"] = log.model


def _rounded(number: str, unit: int) -> int | UnsetType:
    try:
        return round(float(number) * unit)
    except ValueError:  # more than one dot
        return UNSET


_TEXT: Final = {"text": "body.text"}
_PRINTED = Shape(Kind.LIFECYCLE, takes=_TEXT)

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "start": _PRINTED,
    "prompt": Shape(Kind.MESSAGE, HUMAN, {"text": Read("body.text", _typed)}),
    "answer": Shape(Kind.MESSAGE, MODEL, _TEXT),
    "thinking": Shape(Kind.THOUGHT, MODEL, _TEXT),
    "tokens": [spent, _PRINTED],
    "model": [named, _PRINTED],
    "edit": _PRINTED,
    "commit": _PRINTED,
    "status": _PRINTED,
}
SPEC = Spec(
    name="aider",
    tell=lambda record: "",
    records=RECORDS,
    every={"text": Read("time", _started)},
    pairing="none",
    source=TextLines(cut, session="start"),
    marked=(b"# aider chat started at",),
)
FORMAT = Format("aider", "Aider history", parts_of(SPEC))
