"""One answer of a model and what it took, and many of them added up.  Knows no agent."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import UNSET, Struct, structs

from steno.model import Event, Header, Usage

Key = tuple[object, ...]

_MOST = 1 << 53


class Missing(enum.Enum):
    """Why a log does not say enough to tell what a request cost."""

    INPUT = "input tokens not recorded"
    """The log states them when the agent ends, and it did not end."""
    OUTPUT = "output tokens not recorded"
    """The log holds a count that was taken before the answer was complete."""
    FAST = "fast mode, which costs more than the list price"
    SPEED = "another speed or service tier"
    """Not the standard one, so not at the standard price."""
    PLACE = "inference in a chosen region, which costs more"
    SEARCHES = "searches billed by the request, apart from tokens"
    COUNT = "a count that cannot be"
    """Negative, or of more tokens than anybody ever made."""
    SHARE = "share of cached tokens unknown"
    """Nobody says whether the input includes what came from the cache."""

    @property
    def is_more(self) -> bool:
        """Whether what is missing comes on top: then the price of the rest is a floor."""
        return self in (Missing.INPUT, Missing.OUTPUT, Missing.FAST, Missing.PLACE, Missing.SEARCHES)


class Request(Struct, frozen=True, kw_only=True, gc=False):
    """One answer of a model."""

    key: Key
    """The same wherever the same answer is stated, in this file or in a copy of it."""
    inherited: Key | None = None
    """The key it has in the log that this one was forked from, where it may stand there."""
    event: str
    """The uid of the event that states it."""
    usage: Usage
    """As the agent counts."""
    input: int = 0
    """Tokens of the prompt that were neither read from the cache nor written to it."""
    cache_read: int = 0
    cache_write: int = 0
    """Without those that are kept for an hour."""
    cache_write_1h: int = 0
    output: int = 0
    model: str | None = None
    time: str | None = None
    response: str | None = None
    span: str | None = None
    missing: Missing | None = None
    nested: bool = False
    """Whether only the log of another run mentions it."""
    replayed: bool = False
    """Whether another session made it, from which this log goes on."""
    partial: bool = False
    """Whether no record says that the answer was complete: its output may have been counted while it came in."""


class Sums(Struct):
    """Requests added up, as the agent counts."""

    requests: int = 0
    input: int = 0
    output: int = 0
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0
    fresh: int = 0
    """Tokens of prompts that the cache neither gave nor took."""
    prompt: int = 0
    """Every token of every prompt, once, whatever the agent counts as input."""
    shared: bool = False
    """Whether some prompt is not known in full."""

    def add(self, request: Request) -> None:
        usage = request.usage
        self.requests += 1
        if request.missing is Missing.COUNT:
            return
        self.input += usage.input or 0
        self.output += usage.output or 0
        self.reasoning += usage.reasoning or 0
        self.cache_read += usage.cache_read or 0
        self.cache_write += usage.cache_write or 0
        self.fresh += request.input
        self.prompt += request.input + request.cache_read + request.cache_write + request.cache_write_1h
        self.shared |= request.missing is Missing.SHARE


class Share(enum.Enum):
    """Whether the tokens that are called input include what the cache gave and took."""

    INCLUSIVE = enum.auto()
    EXCLUSIVE = enum.auto()


class Policy(NamedTuple):
    """How one agent's log states usage."""

    requests: Callable[[Header, list[Event]], Iterable[Request]]
    """Of the events of one source that may state usage, in order."""
    states: Callable[[Event], bool] = lambda event: event.usage is not UNSET
    """Whether an event may state usage."""
    share: Share | None = None
    """What the agent calls input; None where nobody knows."""
    name: str = "its own way"
    """What people call it."""
    inherits: bool = False
    """Whether a log may repeat requests of an older one under another key: then that one must be read too."""


def sums(found: Iterable[Request]) -> Sums:
    """What these requests took together."""
    total = Sums()
    for each in found:
        total.add(each)
    return total


def request(
    event: Event,
    key: Key,
    usage: Usage,
    *,
    input: int,
    cache_write: int,
    cache_write_1h: int = 0,
    missing: Missing | None = None,
    inherited: Key | None = None,
    nested: bool = False,
    partial: bool = False,
) -> Request:
    """What an event states of an answer; `input` and the writes as the price list tells them apart."""
    for count in structs.astuple(usage):
        if count and not 0 < count <= _MOST:
            missing = Missing.COUNT
    return Request(
        key=key,
        inherited=inherited,
        event=event.uid,
        usage=usage,
        input=input,
        cache_read=usage.cache_read or 0,
        cache_write=cache_write,
        cache_write_1h=cache_write_1h,
        output=usage.output or 0,
        model=event.model if isinstance(event.model, str) else None,
        time=event.time if isinstance(event.time, str) else None,
        response=event.response if isinstance(event.response, str) else None,
        span=event.span if isinstance(event.span, str) else None,
        missing=missing,
        nested=nested,
        replayed=event.signs.replayed,
        partial=partial or missing is Missing.OUTPUT,
    )
