"""Texts that come in pieces.  A long reply has very many: they are joined once, at the end."""

from __future__ import annotations

from steno.base.exact import JSON


class Pieces(list[str]):
    """A text that is still growing, in the place where it will stand."""


def grown(before: JSON, piece: str) -> Pieces:
    """The text with one more piece; what was there before and is no text gives way."""
    if isinstance(before, Pieces):
        before.append(piece)
        return before
    return Pieces([before, piece] if isinstance(before, str) else [piece])


def joined(value: JSON) -> JSON:
    """The value with all its growing texts joined."""
    match value:
        case Pieces():
            return "".join(value)
        case dict():
            return {key: joined(each) for key, each in value.items()}
        case list():
            return [joined(each) for each in value]
    return value
