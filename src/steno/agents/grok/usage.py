"""How Grok counts tokens: once for each turn and model; a turn that is stated again counts as it was stated last."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from steno.model import Event, Header
from steno.usage.policies import INCLUSIVE, stated
from steno.usage.request import Request


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    return stated(header, events, _key)


def _key(event: Event) -> object:
    return UNSET if event.response is UNSET else (event.response, event.model)


POLICY = INCLUSIVE._replace(requests=_requests, name="inclusive, by turn")
