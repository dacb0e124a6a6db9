"""What is searched of an event.  Knows no table."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Event, Lifecycle, Text, Thought, ToolCall, ToolResult
from steno.store.texts import Words, called, returned, words


def words_of(event: Event) -> Words | None:
    """What is searched of an event; None where it holds nothing to read, or only says again what another says."""
    return words(event_text(event)) if event.echo_of is UNSET else None


def event_text(event: Event) -> str:
    """The words of an event, as they were said."""
    body = event.body
    match body:
        case Text(text=text):
            return text
        case Thought(text=str(text)):
            return text
        case ToolCall():
            return called(body.tool, body.arguments)
        case ToolResult():
            return returned(body.content)
        case Lifecycle(transient=False, text=str(text)):
            return text
        case _:
            return ""
