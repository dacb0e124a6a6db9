"""How Claude Code's log counts tokens: the last record of an answer says what it took, with input apart from the cache.

What a sub-agent's answer took stands in the sub-agent's own file, and once more in the `progress` records of the
session that started it.  Where the file is gone, those records are all there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET, Struct, field

from steno.agents.claude_code.ticks import is_nested, is_tick
from steno.agents.claude_code.wire import NAME, USAGE
from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.model import Event, Header, Text, Thought, ToolCall, Usage
from steno.usage.request import Missing, Policy, Request, Share, request

_SYNTHETIC = "<synthetic>"
"""The model that Claude Code names where it writes an answer itself."""
_STUBS = ((2, 1, 12), (2, 1, 29))
"""The first and the last version that wrote a stub for every count of output tokens."""
_DENSEST = 8
"""Characters that one token of an answer stands for at the very most, on the average over the answer."""
_VERSION = deferred(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
_PLAIN = (None, "", "standard", "default", "auto")
_NOWHERE = (None, "", "global", "not_available")


def _states(event: Event) -> bool:
    return event.usage is not UNSET or is_tick(event) or is_nested(event)


def _answers(header: Header, events: list[Event]) -> Iterator[Request]:
    """The answers of one file, then those of sub-agents that only its `progress` records mention."""
    own: dict[str, _Answer] = {}
    nested: dict[str, _Answer] = {}
    for event in events:
        if is_tick(event):
            _add_tick(event, nested)
        elif is_nested(event):
            if isinstance(event.response, str) and event.response in nested:
                nested[event.response].add(event)
        elif event.model != _SYNTHETIC:
            own.setdefault(event.response or event.native or event.uid, _Answer()).add(event)
    for id, answer in own.items():
        yield from answer.requests(id, nested=False)
    for id, answer in nested.items():
        if id not in own:
            yield from answer.requests(id, nested=True)


class _Answer(Struct):
    """The records of one answer."""

    last: Event | None = None
    """The last record's first block, which holds what the record says beside its blocks."""
    ended: bool = False
    """Whether some record says why the answer ended: such a record was written when it had."""
    blocks: dict[tuple[str, str], Event] = field(default_factory=dict)
    """By record and place, as a copied record is no more of the answer."""

    def add(self, event: Event) -> None:
        if event.residue is not UNSET:
            self.last = event
            self.ended |= _message(event).get("stop_reason") is not None
        record = event.native if isinstance(event.native, str) else event.uid
        self.blocks[record, getattr(event.origin, "pointer", "")] = event

    def requests(self, id: str, *, nested: bool) -> Iterator[Request]:
        event = self.last
        if event is None:
            return
        usage = event.usage if isinstance(event.usage, Usage) else Usage()
        detail = _dict(_message(event).get("usage"))
        hour = _dict(detail.get("cache_creation")).get("ephemeral_1h_input_tokens")
        write, hour = usage.cache_write or 0, hour if type(hour) is int else 0
        yield request(
            event,
            (NAME, id),
            usage,
            input=usage.input or 0,
            cache_write=max(0, write - hour),
            cache_write_1h=min(write, hour),
            missing=self._lacking(event, detail, usage.output or 0),
            nested=nested,
            partial=not self.ended,
        )

    def _lacking(self, event: Event, detail: dict[str, JSON], output: int) -> Missing | None:
        """Why the price is not known, then why it is only a floor."""
        if detail.get("service_tier") not in _PLAIN or detail.get("speed") not in (*_PLAIN, "fast"):
            return Missing.SPEED
        version = _dict(event.residue).get("version")
        if (type(version) is str and _writes_stubs(version)) or self._is_cut_short(output):
            return Missing.OUTPUT
        if detail.get("speed") == "fast":
            return Missing.FAST
        if detail.get("inference_geo") not in _NOWHERE:
            return Missing.PLACE
        used = _dict(detail.get("server_tool_use")).values()
        return Missing.SEARCHES if any(type(count) is int and count > 0 for count in used) else None

    def _is_cut_short(self, output: int) -> bool:
        """Whether the count was taken while the answer was still coming in: it holds more than these tokens can say."""
        if self.ended or output < 0:
            return False
        left = _DENSEST * max(1, output)
        for event in self.blocks.values():
            left -= _size(event)
            if left < 0:
                return True
        return False


def _size(event: Event) -> int:
    match event.body:
        case Text(text=text) | Thought(text=str(text)):
            return len(text)
        case ToolCall(tool=tool, arguments=arguments):
            return len(tool) + (0 if arguments is UNSET else len(str(arguments)))
        case _:
            return 0


# Answers of sub-agents inside the records of another session


def _add_tick(event: Event, found: dict[str, _Answer]) -> None:
    """What a tick says about an answer, as if it were in the sub-agent's own file."""
    rest = _dict(event.residue)
    data = _dict(rest.get("data"))
    record = _dict(data.get("message"))
    message = _dict(record.get("message"))
    id, model, stated = message.get("id"), message.get("model"), message.get("usage")
    if record.get("type") != "assistant" or type(id) is not str or type(stated) is not dict or model == _SYNTHETIC:
        return
    counts = {name: count for key, name in USAGE.items() if type(count := stated.get(key)) is int}
    time, agent, native = record.get("timestamp"), data.get("agentId"), record.get("uuid")
    told = Event(
        uid=event.uid,
        kind=event.kind,
        body=event.body,
        origin=event.origin,
        actor=event.actor,
        time=time if type(time) is str else event.time,
        model=model if type(model) is str else UNSET,
        response=id,
        native=native if type(native) is str else event.uid,
        span=agent if type(agent) is str else UNSET,
        usage=Usage(**counts),
        residue={"message": message, "version": rest.get("version")},
    )
    found.setdefault(id, _Answer()).add(told)


def _message(event: Event) -> dict[str, JSON]:
    return _dict(_dict(event.residue).get("message"))


def _dict(value: object) -> dict[str, JSON]:
    return value if type(value) is dict else {}


@lru_cache(64)
def _writes_stubs(version: str) -> bool:
    number = _VERSION().match(version)
    return number is not None and _STUBS[0] <= tuple(map(int, number.groups())) <= _STUBS[1]


POLICY = Policy(_answers, _states, share=Share.EXCLUSIVE, name="last record of an answer")
