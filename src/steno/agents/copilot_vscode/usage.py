"""How Copilot Chat counts tokens: of a turn those of its last request, and in a trace those of each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from steno.model import Event, Header, Lifecycle
from steno.usage.policies import stated
from steno.usage.request import Missing, Policy, Request, Share

LAST = "result of several requests"
"""What a result is called that states the tokens of one request where there were more."""


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    partial = {event.uid for event in events if isinstance(event.body, Lifecycle) and event.body.name == LAST}
    for each in stated(header, events, lambda event: event.response):
        yield replace(each, missing=Missing.INPUT) if each.event in partial and each.missing is None else each


POLICY = Policy(_requests, share=Share.INCLUSIVE, name="last request of a turn, inclusive")
