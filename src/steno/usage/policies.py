"""How each agent's log counts tokens, by the name of its format.

A reader whose agent is in no table states usage once for each response, or for each event where it knows of none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from steno.base.time import parse
from steno.model import Event, Header, Lifecycle, Usage
from steno.usage import claude_code
from steno.usage.request import Key, Missing, Policy, Request, request

# Codex: a sum that only grows, told again and again.  What it grew by is what a request took.

_COUNT = "event.token_count"
_FIELDS = {
    "input_tokens": "input", "cached_input_tokens": "cache_read", "cache_write_input_tokens": "cache_write",
    "output_tokens": "output", "reasoning_output_tokens": "reasoning", "total_tokens": "total",
}  # fmt: skip


def _counts(event: Event) -> bool:
    body = event.body
    return type(body) is Lifecycle and body.name == _COUNT and not body.transient


def _codex(header: Header, events: list[Event]) -> Iterator[Request]:
    thread = next(iter(header.ids.get("thread", ())), None)
    origins = (*header.ids.get("forked_from", ()), *header.ids.get("parent", ()))
    began = parse(header.started) if origins and isinstance(header.started, str) else None
    # The beginning of the sum stands in another file, which this one only names.
    before: dict[str, int] | None = None if "history_base" in header.ids else {}
    for event in events:
        total, last = _told(event)
        if not total:
            continue
        grown = _growth(before, total, last)
        before = total
        if began is not None and (moment := event.instant()) is not None and moment < began:
            continue  # copied from the thread that this one was forked from
        tally = tuple(total.get(name) for name in _FIELDS.values())
        usage = Usage(**grown)
        inherited = ("codex", origins[0], *tally) if origins else None
        key = ("codex", thread or event.uid, *tally)
        yield _inclusive(event, key, usage, inherited)


def _told(event: Event) -> tuple[dict[str, int], dict[str, int] | None]:
    """The sum so far, and the last request alone, by the model's names."""
    rest = event.residue if type(event.residue) is dict else {}
    payload = rest.get("payload", rest)
    info = payload.get("info") if type(payload) is dict else None
    total = info.get("total_token_usage") if type(info) is dict else None
    usage = event.usage if isinstance(event.usage, Usage) else None
    counted = {
        name: count for name in _FIELDS.values() if type(count := getattr(usage, name, None)) is int and count >= 0
    }
    if type(total) is not dict:
        return {}, counted or None
    return {name: count for key, name in _FIELDS.items() if type(count := total.get(key)) is int}, counted or None


def _growth(before: dict[str, int] | None, total: dict[str, int], last: dict[str, int] | None) -> dict[str, int]:
    if before is None:
        return last or {}
    grown = {name: count - before.get(name, 0) for name, count in total.items()}
    if all(count >= 0 for count in grown.values()):
        return grown
    return last or {}  # the sum began anew


def _inclusive(event: Event, key: Key, usage: Usage, inherited: Key | None = None) -> Request:
    """Where the input includes what the cache gave and took."""
    read, write = usage.cache_read or 0, usage.cache_write or 0
    rest = max(0, (usage.input or 0) - read - write)
    return request(event, key, usage, input=rest, cache_write=write, inherited=inherited)


# Any other: what is stated, once for each response.


def _once(header: Header, events: list[Event]) -> Iterator[Request]:
    session = next((ids[0] for ids in header.ids.values() if ids), None)
    last: dict[object, Request] = {}
    for event in events:
        usage = event.usage
        if not isinstance(usage, Usage):
            continue
        key = (session, event.response) if event.response is not UNSET else (session, None, event.uid)
        last[key] = _split(event, key, usage, header)
    return iter(last.values())


def _split(event: Event, key: Key, usage: Usage, header: Header) -> Request:
    if header.agent in _INCLUSIVE:
        return _inclusive(event, key, usage)
    told = header.agent in _EXCLUSIVE or header.provider in _EXCLUSIVE or not (usage.cache_read or usage.cache_write)
    missing = None if told else Missing.SHARE
    return request(event, key, usage, input=usage.input or 0, cache_write=usage.cache_write or 0, missing=missing)


_INCLUSIVE = frozenset({"codex", "gemini-cli", "qwen-code"})
"""Agents whose input includes what the cache gave."""
_EXCLUSIVE = frozenset({"anthropic", "claude-code", "pi", "openclaw", "opencode", "amp"})
"""Agents, and providers, whose input does not include it."""


STATED: Final = Policy(_once)
POLICIES: Final[dict[str, Policy]] = {
    "claude-code": Policy(claude_code.answers, claude_code.states),
    "codex": Policy(_codex, _counts),
}
