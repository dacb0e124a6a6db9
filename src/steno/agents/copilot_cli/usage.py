"""How Copilot CLI counts tokens: for each model when a run ends, and the output of each answer while it goes on.

The counts of a run begin at zero, so those of all runs add up.  Of a run that did not end, its answers say all that is
known.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from steno.agents.shapes.session_words import METRICS, RESUMED
from steno.model import Event, Header, Lifecycle, Role
from steno.usage.policies import stated
from steno.usage.request import Missing, Policy, Request, Share


def _name(event: Event) -> str:
    return event.body.name if isinstance(event.body, Lifecycle) else ""


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    counted: list[Event] = []
    open_: list[Event] = []
    for event in events:
        if _name(event) == METRICS:
            counted.append(event)
            open_ = []
        elif _name(event) == RESUMED:
            counted += open_
            open_ = []
        else:
            open_.append(event)
    for request in stated(header, [*counted, *open_], lambda event: event.response):
        without = request.usage.input is UNSET
        yield replace(request, missing=Missing.INPUT) if without and request.missing is None else request


def _states(event: Event) -> bool:
    """Apart from what is written while a request goes on, and said again with its answer."""
    own = event.role is Role.ASSISTANT or _name(event) == METRICS
    return (event.usage is not UNSET and own) or _name(event) == RESUMED


POLICY = Policy(_requests, _states, Share.INCLUSIVE, "shutdown, inclusive")
