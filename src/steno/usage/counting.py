"""The requests of a trace, by the policies of the agents whose logs state them."""

from __future__ import annotations

from collections.abc import Iterator

from steno.model import Event, Origin, Trace
from steno.usage.policies import policy
from steno.usage.request import Key, Request


def requests(trace: Trace, *, nested: bool = False) -> list[Request]:
    """The requests of a trace, in their order; an answer that several files hold counts once, where it stands first.

    With `nested`, those of runs that are not part of the trace too, as far as it mentions them.
    """
    found: dict[Key, Request] = {}
    for each in _stated(trace):
        before = found.get(each.key)
        # A copy may have been made while the answer was still coming in.
        if before is None or _rank(each) > _rank(before):
            found[each.key] = each
    return [each for each in found.values() if nested or not each.nested]


def _rank(request: Request) -> tuple[bool, int, int]:
    return not request.nested, request.usage.output or 0, request.usage.total or 0


def _stated(trace: Trace) -> Iterator[Request]:
    header = trace.header
    policies = [policy(source.format) for source in header.sources]
    found: dict[int, list[Event]] = {}
    for event in trace.events:
        origin = event.origin
        if type(origin) is Origin and origin.source < len(policies) and policies[origin.source].states(event):
            found.setdefault(origin.source, []).append(event)
    for source, events in found.items():
        yield from policies[source].requests(header, events)
