"""How Amp counts tokens: each answer states its own; in older threads a ledger does, and the answers say nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from steno.model import Event, Header, Kind, Role, Usage
from steno.usage.policies import EXCLUSIVE
from steno.usage.request import Request


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    """What the answers state; what the ledger does, where none of them states anything."""
    answers = [event for event in events if event.kind is not Kind.LIFECYCLE or event.role is Role.ASSISTANT]
    for each in EXCLUSIVE.requests(header, answers or events):
        yield each if "claude" in (each.model or "claude") else _without_writes(each)


def _without_writes(request: Request) -> Request:
    """A provider that bills no writes to its cache: what is called so was plain input."""
    return replace(request, input=request.input + request.cache_write, cache_write=0)


def _states(event: Event) -> bool:
    return event.usage is not UNSET and event.usage != Usage()


POLICY = EXCLUSIVE._replace(requests=_requests, states=_states, name="exclusive, or a ledger")
