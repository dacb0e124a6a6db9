"""An exported event before it is bytes: what it shares with others of its form, and what is its own."""

from __future__ import annotations

from steno.base.exact import JSON

Content = dict[str, JSON]


class Form:
    """What events of one type, by one participant, have in common."""

    __slots__ = ("actor", "role", "type", "visibility")

    def __init__(self, type: str, actor: str, visibility: str, role: str) -> None:
        self.type, self.actor, self.visibility, self.role = type, actor, visibility, role


Row = tuple[int, str | None, Form, Content, dict[str, str] | None, dict[str, int] | None]
"""The number of an event, its time in UTC, its form, its content, its links and the tokens that it states."""


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
    event["content"] = content
    if links:
        event["links"] = links
    if usage:
        event["usage"] = usage
    return event
