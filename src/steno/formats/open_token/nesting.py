"""Content that is nested so deep that no encoder can write it is left out, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steno.base.exact import JSON
from steno.formats.counter import LossCounter
from steno.formats.open_token import losses
from steno.formats.open_token.contents import structured

Spelled = dict[str, JSON]

_DEEPEST = 800
"""The decoder gives up at about a thousand levels; what comes near it must survive a few more around it."""
_BRACKETS = 2 * _DEEPEST


def writable(events: Iterable[Spelled], counter: LossCounter) -> Iterator[Spelled]:
    """The events, each as it can be written."""
    return (shallow(event, counter) for event in events)


def may_be_deep(spelled: bytes) -> bool:
    """Whether data that is spelled so may be nested too deep: only what has brackets enough."""
    return len(spelled) > _BRACKETS and spelled.count(b"{") + spelled.count(b"[") >= _DEEPEST


def shallow(event: Spelled, counter: LossCounter) -> Spelled:
    """The event, without content that is nested too deep."""
    if not _too_deep(event.get("content")):
        return event
    counter.add(losses.BODY, "/events/*/body")
    return {**event, "content": structured({"omitted": "nesting"})}


def _too_deep(content: JSON) -> bool:
    """Plain contents are not even looked at."""
    data = content.get("data") if type(content) is dict else None
    if type(data) is not dict and type(data) is not list:
        return False
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            return True
        level = [
            part
            for whole in level
            for part in (whole.values() if type(whole) is dict else whole)
            if type(part) is dict or type(part) is list
        ]
    return False
