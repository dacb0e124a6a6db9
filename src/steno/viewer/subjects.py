"""What a call is about, in a few words: its command or file, and what stands beside it."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from steno.compare.normal import Normal
from steno.edits import patchtext
from steno.model import ToolCall
from steno.model.calls import as_object, command_of, path_of, subject_of

_PATCH: Final = "*** Begin Patch"
_LONGEST: Final = 2000
"""Of a longer subject no more than this is looked at for paths."""


def subject(call: ToolCall, normal: Normal) -> tuple[str, str]:
    """What it is about, and what else says where or how much of it; paths count from the folder of the session."""
    given = as_object(call.arguments)
    said = subject_of(call.arguments)
    if said.lstrip().startswith(_PATCH):
        files = dict.fromkeys(change.path for change in patchtext.changes(said))
        return normal.relative(", ".join(files)) or said, ""
    head, rest = said[:_LONGEST], said[_LONGEST:]
    about = normal.relative(head) + rest
    return about, "" if command_of(given) is not None else _beside(given, said, normal)


def _beside(given: dict[str, object], said: str, normal: Normal) -> str:
    path = path_of(given)
    if path is not None and path != said:
        return normal.relative(path)
    first, count = given.get("offset", UNSET), given.get("limit", UNSET)
    if isinstance(first, int) and isinstance(count, int):
        return f"lines {first}–{first + count - 1}"
    items = next((value for value in given.values() if isinstance(value, list) and value), None)
    kind = given.get("subagent_type")
    if isinstance(kind, str):
        return kind
    return f"{len(items)} items" if items is not None and all(isinstance(each, dict) for each in items) else ""
