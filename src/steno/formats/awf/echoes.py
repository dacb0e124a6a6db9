"""Finds tool calls that a transcript states twice: as the agent's block, and as the router's event.

The agent's provider gives a block one id and the router gives the call another, so ids seldom tell.  What tells is
the fidelity of both, the tool, an equal input, and the place: the same run, between the same prompt and the next, in
the same step.  Where as many blocks as calls agree in all of it, they are the same calls, in order.  All else is left
apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, TypeVar

from steno.base.canonical import NotCanonical, canonical
from steno.base.exact import JSON, BadJSON, decode
from steno.base.jsonl import Line
from steno.formats.awf import wire
from steno.formats.awf.wire import Payload, dispatch

AGENT, ROUTER = "agent_emitted", "router"
T = TypeVar("T")

_BOUNDARIES = frozenset((*wire.RUN, *wire.STEP, "message.user"))


class Twin(NamedTuple):
    """The event that states the same: its uid, and the id of its call."""

    uid: str
    call: str


Place = tuple[str, int]
"""The name of a line, and the number of a block in it."""
_Where = tuple[str | None, int, str]
"""The run, the stretch of it, the tool."""


class Echoes:
    """For each block that only states again what an event states, that event."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.calls: dict[Place, Twin] = {}
        self.results: dict[Place, Twin] = {}
        self._stretch: dict[str | None, int] = {}
        self._routed: dict[_Where, list[tuple[Twin, JSON]]] = defaultdict(list)
        self._emitted: dict[_Where, list[tuple[Place, JSON]]] = defaultdict(list)
        """Each with its input."""
        self._named: dict[tuple[str | None, str], list[tuple[Twin, str]]] = defaultdict(list)
        self._uses: list[tuple[Place, str | None, str, str]] = []
        self._answered: dict[tuple[str | None, str], str] = {}
        self._answers: list[tuple[Place, str | None, str]] = []
        for line in lines:
            if type(line.value) is dict:
                self._see(line.name, line.value)
        if self._uses:
            self._settle()

    def _see(self, name: str, record: dict[str, JSON]) -> None:
        run, kind = _text(record.get("run_id")), record.get("type")
        payload: JSON = record.get("payload")
        shape = dispatch(payload)
        if kind == "tool.call" and shape is Payload.TOOL:
            self._call(name, run, payload)
        elif kind == "tool.result" and shape is Payload.TOOL:
            if call := _text(payload["call_id"]):
                self._answered.setdefault((run, call), name)
        elif type(kind) is str and kind in _BOUNDARIES:
            self._stretch[run] = self._stretch.get(run, 0) + 1
        if shape is Payload.MESSAGE or shape is Payload.BLOCKS:
            for index, block in _blocks(payload):
                self._block((name, index), run, block)

    def _call(self, uid: str, run: str | None, payload: dict[str, JSON]) -> None:
        name, call = _text(payload.get("name")), _text(payload["call_id"])
        if name is None or call is None:
            return
        twin = Twin(uid, call)
        self._named[run, call].append((twin, name))
        if payload.get("fidelity") == ROUTER:
            self._routed[run, self._stretch.get(run, 0), name].append((twin, payload.get("input")))

    def _block(self, place: Place, run: str | None, block: dict[str, JSON]) -> None:
        id = _text(block.get("tool_id")) or ""
        if block.get("type") == "tool_use" and (name := _text(block.get("tool_name"))):
            self._uses.append((place, run, id, name))
            if block.get("fidelity") == AGENT:
                self._emitted[run, self._stretch.get(run, 0), name].append((place, block.get("tool_input")))
        elif block.get("type") == "tool_result" and id:
            self._answers.append((place, run, id))

    def _settle(self) -> None:
        for place, run, id, name in self._uses:
            named = self._named.get((run, id), ()) if id else ()
            if len(named) == 1 and named[0][1] == name:
                self.calls[place] = named[0][0]
        taken = set(self.calls.values())
        for where, emitted in self._emitted.items():
            routed = [each for each in self._routed.get(where, ()) if each[0] not in taken]
            if not routed:
                continue
            calls = _by_input(routed)
            for given, blocks in _by_input([each for each in emitted if each[0] not in self.calls]).items():
                if len(blocks) == len(calls.get(given, ())):
                    self.calls.update(zip(blocks, calls[given], strict=True))
        self._settle_results()

    def _settle_results(self) -> None:
        """A block's result is the result of the call that the block states again."""
        twins: dict[tuple[str | None, str], set[Twin | None]] = defaultdict(set)
        for place, run, id, _ in self._uses:
            twins[run, id].add(self.calls.get(place))
        for place, run, id in self._answers:
            (twin, *others) = twins.get((run, id)) or (None,)
            if twin is not None and not others and (uid := self._answered.get((run, twin.call))):
                self.results[place] = Twin(uid, twin.call)


def _blocks(payload: JSON) -> Iterator[tuple[int, dict[str, JSON]]]:
    blocks = payload.get("blocks") if type(payload) is dict else payload
    for index, block in enumerate(blocks if type(blocks) is list else ()):
        if type(block) is dict:
            yield index, block


def _text(value: JSON) -> str | None:
    """A string that says something."""
    return value if type(value) is str and value else None


def _by_input(found: Iterable[tuple[T, JSON]]) -> dict[bytes, list[T]]:
    """What was found, by its input; what has none that can be compared is left out."""
    groups: dict[bytes, list[T]] = {}
    for each, value in found:
        if (given := _input(value)) is not None:
            groups.setdefault(given, []).append(each)
    return groups


def _input(value: JSON) -> bytes | None:
    """What a tool was given, spelled one way, a text of JSON too; None where there is no one way."""
    if type(value) is str and value.lstrip().startswith("{"):
        with suppress(BadJSON):  # a text after all
            value = decode(value.encode("utf-8", "surrogatepass")).value
    try:
        return canonical(value, exact=True)
    except (NotCanonical, RecursionError):
        return None
