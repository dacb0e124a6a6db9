"""The parts of what a script of Codex's prints: its first words, and the exit codes of commands.  Knows no call."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from steno.base.exact import JSON
from steno.model.calls import WORDS

_RETURNED = ("chunk_id", "wall_time_seconds")
"""What tells the object that a command returns from one that it printed."""


def head(content: JSON) -> str | None:
    """The first words of a result: a text, or the first part of a list."""
    return next(_texts(content), None)


def exits(content: JSON, start: int) -> list[int]:
    """The exit codes of commands, where a script prints whole what they returned, from `start` of its first words."""
    found: list[int] = []
    for number, text in enumerate(_texts(content)):
        said = text[start:] if number == 0 else text
        if said.startswith("{") and '"exit_code"' in said and type(code := _object(said).get("exit_code")) is int:
            found.append(code)
    return found


def _object(text: str) -> dict[str, JSON]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return {}
    return value if type(value) is dict and "output" in value and any(key in value for key in _RETURNED) else {}


def _texts(content: JSON) -> Iterator[str]:
    for part in [content] if type(content) is str else content if type(content) is list else ():
        if type(part) is str:
            yield part
        elif type(part) is dict and part.get("type") in WORDS and type(text := part.get("text")) is str:
            yield text
