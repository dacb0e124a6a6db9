"""How Gemini CLI counts tokens: each answer its own, thoughts apart from output, and a rewritten one once."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from steno.model import Event, Header
from steno.usage.policies import INCLUSIVE
from steno.usage.request import Request


def _states(event: Event) -> bool:
    return event.usage is not UNSET and event.echo_of is UNSET


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    """Thoughts are paid for as output is."""
    found = INCLUSIVE.requests(header, events)
    return [replace(each, output=each.output + (each.usage.reasoning or 0)) for each in found]


POLICY = INCLUSIVE._replace(name="inclusive, thoughts apart", requests=_requests, states=_states)
