"""The parts of messages as Google's API has them, which several agents write into their logs."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.base.exact import JSON
from steno.kit.log import Log
from steno.kit.table import HUMAN, PARENT, PROGRAM, Shape, standing
from steno.model import Blob, Kind, Lifecycle

_FILES, _END = "--- Content from referenced files ---", "--- End of content ---"
"""Between these stand the files that a prompt names."""
_DATA = ("inlineData", "fileData")


def answered(parts: JSON) -> str:
    """What the parts of a result hold: the `output` or the `error` of one response, `parts`, or `none`."""
    if type(parts) is list and len(parts) == 1 and type(parts[0]) is dict:
        held = parts[0].get("functionResponse")
        response = held.get("response") if type(held) is dict else None
        if type(response) is dict:
            return next((key for key in ("output", "error") if key in response), "parts")
    return "parts" if parts else "none"


def prompt(log: Log, holder: Any, key: str, where: str, actor: str) -> None:
    """What somebody asks, a text or parts; the files that it names stand in parts of their own."""
    content, where = holder.get(key), f"{where}/{key}"
    if type(content) is str:
        holder[key] = UNSET
        _said(log, content, actor, where)
    elif type(content) is list:
        inside = False
        for index in range(len(content)):
            inside = _part(log, content, index, f"{where}/{index}", actor, inside)
    elif content is not None:
        log.expect(where, content, list)


def _part(log: Log, parts: list[JSON], index: int, where: str, actor: str, inside: bool) -> bool:
    """One part of a prompt; says whether those behind it are of files."""
    part = parts[index]
    text = part if type(part) is str else part.get("text") if type(part) is dict else None
    if type(text) is str:
        inside = inside or text.lstrip().startswith(_FILES)
        if type(part) is str:
            parts[index] = UNSET
        else:
            part["text"] = UNSET
        _said(log, text, PROGRAM if inside else actor, where)
        return inside and not text.rstrip().endswith(_END)
    kind = next((key for key in (*_DATA, "functionResponse") if type(part) is dict and key in part), "")
    if kind in _DATA:
        media = part[kind].get("mimeType") if type(part[kind]) is dict else None
        body = Blob(media_type=media if type(media) is str else UNSET)
        log.emit(Kind.BLOB, body, actor, where, standing(Shape(Kind.BLOB, HUMAN)))
    elif kind:
        # The result stands with its call as well: a history has it a second time, in the user's place.
        log.emit(Kind.LIFECYCLE, Lifecycle(kind, transient=True), PROGRAM, where)
    else:
        log.unknown("untyped part", where)
    return inside


_STANDING = {actor: standing(Shape(Kind.MESSAGE, actor)) for actor in (HUMAN, PARENT, PROGRAM)}


def _said(log: Log, text: str, actor: str, where: str) -> None:
    log.words(text, actor, where, _STANDING[actor])
