"""How Codex's log counts tokens: by a sum that only grows.  What it grew by is what a request took."""

from __future__ import annotations

from collections.abc import Iterator

from steno.agents.codex.wire import NAME, USAGE
from steno.model import Event, Header, Lifecycle, Usage
from steno.usage.policies import inclusive
from steno.usage.request import Policy, Request, Share

_COUNT = "event.token_count"


def _states(event: Event) -> bool:
    body = event.body
    return type(body) is Lifecycle and body.name == _COUNT and not body.transient


def _requests(header: Header, events: list[Event]) -> Iterator[Request]:
    thread = next(iter(header.ids.get("thread", ())), None)
    origins = (*header.ids.get("forked_from", ()), *header.ids.get("parent", ()))
    # The beginning of the sum stands in another file, which this one only names.
    before: dict[str, int] | None = None if "history_base" in header.ids else {}
    for event in events:
        total, last = _stated(event)
        if not total:
            continue
        taken = _growth(before, total, last)
        before = total
        tally = tuple(total.get(name) for name in USAGE.values())
        inherited = (NAME, origins[0], *tally) if origins else None
        yield inclusive(event, (NAME, thread or event.uid, *tally), Usage(**taken), inherited)


def _stated(event: Event) -> tuple[dict[str, int], dict[str, int]]:
    """The sum so far, and the last request alone, by the model's names."""
    rest = event.residue if type(event.residue) is dict else {}
    payload = rest.get("payload", rest)
    info = payload.get("info") if type(payload) is dict else None
    total = info.get("total_token_usage") if type(info) is dict else None
    usage = event.usage if isinstance(event.usage, Usage) else None
    last = {name: count for name in USAGE.values() if type(count := getattr(usage, name, None)) is int and count >= 0}
    if type(total) is not dict:
        return {}, last
    return {name: count for key, name in USAGE.items() if type(count := total.get(key)) is int}, last


def _growth(before: dict[str, int] | None, total: dict[str, int], last: dict[str, int]) -> dict[str, int]:
    if before is None:
        return last
    grown = {name: count - before.get(name, 0) for name, count in total.items()}
    return grown if all(count >= 0 for count in grown.values()) else last  # the sum began anew


POLICY = Policy(_requests, _states, share=Share.INCLUSIVE, name="growth of a sum", inherits=True)
