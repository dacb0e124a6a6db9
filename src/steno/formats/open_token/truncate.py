"""Makes a document fit into `max_bytes`: cuts long texts, largest first; drops the oldest events only if asked to.

Sizes are added up and corrected, never measured by writing the document again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct

from steno.base.exact import JSON, encode
from steno.contracts import UsageError
from steno.formats.counter import LossCounter
from steno.formats.open_token import asides
from steno.formats.open_token.cut import cut
from steno.formats.open_token.losses import CUT, DROPPED
from steno.formats.open_token.renumber import Spelled, groups, renumbered
from steno.formats.open_token.wire import HEAD, TAIL

Path = tuple[str | int, ...]

_DEEPEST = 200
"""Texts nested deeper than this are left whole."""
_OWN_WORDS = {
    "tool_use": frozenset({"tool_name", "arguments_encoding", "native_call_id", "server", "call_ids"}),
    "span_start": frozenset({"span_name", "native_span_id"}),
    "annotation": frozenset({"lifecycle"}),
}
"""Keys of `data` that name things; cutting a name would make it another one."""
_SEQ_DIGITS = 7


class Leaf(Struct, frozen=True):
    """A text that may be cut."""

    text: str
    event: int
    """The position of its event."""
    order: int
    path: Path
    """Where it stands in the content of the event once that is marked."""


class Cut(NamedTuple):
    """An event that is cut: itself with the marker, and the texts to put in."""

    marked: Spelled
    edits: dict[Path, str]


class Fitting:
    """The events of a document that is too large.

    `frame` is the size of all that is not events, `between` what separates two of them, `size` measures one.
    """

    def __init__(
        self, events: list[Spelled], frame: int, between: int, size: Callable[[Spelled], int], exporter: str
    ) -> None:
        self._events = renumbered(events)
        self._frame, self._between, self._size, self._exporter = frame, between, size, exporter
        # Without the digits of `seq`, which depend on how many events there will be.
        self._sizes = [size(event) - len(str(event["seq"])) for event in self._events]
        self._sum, self._count = sum(self._sizes), len(events)
        self._cuts: dict[int, Cut] = {}
        self._notices: dict[int, int] = {}
        """Sizes of the annotations that name the markers."""
        self._dropped: set[int] = set()

    @property
    def total(self) -> int:
        """The size of the document: to the byte up to a million events; beyond, never less than it is."""
        wider = max(0, len(str(self._count)) - 6) * 3 * self._count  # an id and two links to ids
        return self._frame + self._sum + _digits(self._count) + self._between * max(0, self._count - 1) + wider

    def fit(self, limit: int, counter: LossCounter, *, drop: bool) -> list[Spelled]:
        """The events cut, and dropped if need be, so that the document fits; raises `UsageError` where it cannot."""
        self._cut(limit)
        if self.total <= limit:
            events = self._left()
        elif drop:
            events = self._drop(limit, counter)
        else:
            raise UsageError(
                f"max_bytes={limit} is too small: with every long text cut, this trace takes {self.total} bytes; "
                "drop=oldest permits dropping events"
            )
        for index, (marked, edits) in self._cuts.items():
            if index not in self._dropped:
                for where in sorted({_lost(marked, path) for path in edits}):
                    counter.add(CUT, where)
        return renumbered(events)

    # Cutting

    def _cut(self, limit: int) -> None:
        leaves = [leaf for index, event in enumerate(self._events) for leaf in _leaves(index, event)]
        leaves.sort(key=lambda leaf: (-len(leaf.text), leaf.event, leaf.order))
        for leaf in leaves:
            if self.total <= limit:
                return
            shorter = cut(leaf.text)
            if shorter is not None:
                self._apply(leaf, shorter)

    def _apply(self, leaf: Leaf, shorter: str) -> None:
        """Cut a text, unless that gains less than saying so costs."""
        index = leaf.event
        gain = len(encode(leaf.text)) - len(encode(shorter))
        if index not in self._cuts:
            marked = _marked(self._events[index], leaf)
            marker = self._size(marked) - self._size(self._events[index])
            notice = self._size(self._notice(index)) - 1
            if gain <= marker + notice + self._between + _SEQ_DIGITS:
                return
            self._cuts[index] = Cut(marked, {})
            self._notices[index] = notice
            self._sum += notice
            self._count += 1
            gain -= marker
        self._cuts[index].edits[leaf.path] = shorter
        self._sizes[index] -= gain
        self._sum -= gain

    def _notice(self, index: int) -> Spelled:
        event = self._events[index]
        links = event.get("links")
        call = {"call_id": links["call_id"]} if type(links) is dict and "call_id" in links else {}
        return self._annotation(asides.CUT, {"replies_to": event["id"], **call})

    def _annotation(self, data: dict[str, JSON], links: dict[str, JSON]) -> Spelled:
        event: Spelled = {
            "id": "evt_000000",
            "seq": 0,
            "type": "annotation",
            "actor_id": self._exporter,
            "visibility": "metadata",
            "role": "system",
            "content": {"mime": "application/json", "data": data},
        }
        return {**event, "links": links} if links else event

    def _left(self) -> list[Spelled]:
        """The events that are not dropped, cut where they have to be."""
        events: list[Spelled] = []
        for index, event in enumerate(self._events):
            if index in self._dropped:
                continue
            if index in self._cuts:
                events += (_edited(*self._cuts[index]), self._notice(index))
            else:
                events.append(event)
        return events

    # Dropping

    def _drop(self, limit: int, counter: LossCounter) -> list[Spelled]:
        first, last = len(self._events), 0
        note: Spelled = {}
        least = 0
        self._count += 1
        for members in groups(self._events):
            self._dropped.update(members)
            self._sum -= sum(self._sizes[index] + self._notices.get(index, 0) for index in members)
            self._count -= len(members) + sum(index in self._notices for index in members)
            first, last = min(first, members[0] + 1), max(last, members[-1] + 1)
            said = {"reason": "max_bytes", "dropped_events": len(self._dropped), "original_seq_range": [first, last]}
            note = self._annotation({"omission": said}, {})
            least = self.total + self._size(note) - 1
            if least <= limit:
                counter.add(DROPPED, "/events/*", len(self._dropped))
                return [note, *self._left()]
        raise UsageError(f"max_bytes={limit} is too small: with every event dropped, this trace takes {least} bytes")


def _leaves(index: int, event: Spelled) -> Iterator[Leaf]:
    """The texts of an event that are long enough to be cut."""
    content = event.get("content")
    if type(content) is not dict:
        return
    text, data = content.get("text"), content.get("data")
    longest = HEAD + TAIL + 1
    if isinstance(text, str):
        # Data beside a text would have to make room for the marker.
        if len(text) > longest and "data" not in content:
            yield Leaf(text, index, 0, ("text",))
        return
    kind = event.get("type")
    own = _OWN_WORDS.get(kind, frozenset()) if isinstance(kind, str) else frozenset()
    root: Path = ("data", "value") if _needs_wrapping(data) else ("data",)
    stack: list[tuple[Path, JSON]] = [(root, data)]
    order = 0
    while stack:
        path, value = stack.pop()
        if type(value) is str:
            if len(value) > longest:
                yield Leaf(value, index, order, path)
                order += 1
        elif len(path) < _DEEPEST:
            parts = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
            stack += reversed([((*path, key), part) for key, part in parts if len(path) > 1 or key not in own])


def _needs_wrapping(data: JSON) -> bool:
    """Whether a marker needs an object around the data: the data is none, or says `truncated` itself."""
    return type(data) is not dict or "truncated" in data


def _marked(event: Spelled, leaf: Leaf) -> Spelled:
    """The event with the marker that says that it was cut; `leaf` is the first text of it that is."""
    content = event["content"]
    if leaf.path == ("text",):
        data: JSON = {"truncated": True, "original_length": len(leaf.text)}
    elif _needs_wrapping(content["data"]):
        data = {"truncated": True, "value": content["data"]}
    else:
        data = {**content["data"], "truncated": True}
    return {**event, "content": {**content, "data": data}}


def _edited(event: Spelled, edits: dict[Path, str]) -> Spelled:
    """The event with texts replaced; only what is on the way to them is copied."""
    copied: dict[Path, JSON] = {(): dict(event["content"])}
    for path, text in edits.items():
        for length in range(1, len(path)):
            at = path[:length]
            if at not in copied:
                part = copied[at[:-1]][at[-1]]
                copied[at] = copied[at[:-1]][at[-1]] = dict(part) if type(part) is dict else list(part)
        copied[path[:-1]][path[-1]] = text
    return {**event, "content": copied[()]}


def _lost(event: Spelled, path: Path) -> str:
    """The field of the model that a cut text is part of."""
    kind = event.get("type")
    if kind == "tool_use":
        return "/events/*/body/arguments"
    if kind == "tool_result":
        return "/events/*/body/content"
    if path == ("text",) or (path[:2] == ("data", "text") and "lifecycle" in event["content"]["data"]):
        return "/events/*/body/text"
    return "/events/*/body/data"


def _digits(count: int) -> int:
    """How many digits the numbers from 1 to `count` have together."""
    total, first, width = 0, 1, 1
    while first <= count:
        total += (min(count, first * 10 - 1) - first + 1) * width
        first, width = first * 10, width + 1
    return total
