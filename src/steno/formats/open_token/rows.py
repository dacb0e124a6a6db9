"""An exported event before it is bytes: what it shares with others of its form, and what is its own."""

from __future__ import annotations

from operator import attrgetter

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.open_token import asides
from steno.formats.open_token.wire import TOKENS
from steno.model import Usage

Content = dict[str, JSON]


class Form:
    """What events of one type, by one participant, have in common."""

    __slots__ = ("actor", "role", "type", "visibility")

    def __init__(self, type: str, actor: str, visibility: str, role: str) -> None:
        self.type, self.actor, self.visibility, self.role = type, actor, visibility, role


Row = tuple[int, str | None, Form, Content | Usage, dict[str, str] | None, Usage | None]
"""The number of an event, its time in UTC, its form, its content, its links and the tokens that it states.

An aside that tells further tokens of an event has them all in the place of its content.
"""

stated = attrgetter(*TOKENS.values())
"""The counts of tokens that an event's `usage` has a place for."""


def name_of(number: int) -> str:
    """The id of an event."""
    return f"evt_{number:06d}"


def spelled(row: Row) -> dict[str, JSON]:
    """The event as an object."""
    number, time, form, content, links, usage = row
    event: dict[str, JSON] = {"id": name_of(number), "seq": number}
    if time is not None:
        event["ts"] = time
    event["type"] = form.type
    event["actor_id"] = form.actor
    event["visibility"] = form.visibility
    event["role"] = form.role
    if isinstance(content, Usage):
        content = {"mime": "application/json", "data": asides.further_tokens(content)}
    event["content"] = content
    if links:
        event["links"] = links
    if usage is not None:
        counts = {key: count for key, count in zip(TOKENS, stated(usage), strict=True) if count is not UNSET}
        if counts:
            event["usage"] = counts
    return event
