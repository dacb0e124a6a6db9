"""The redaction engine as a masker of single events.  Knows where an event has its words, not what a secret is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from steno.base.exact import JSON
from steno.detect import Finder, Level, Span, Unscannable, finders
from steno.detect.context.named import named
from steno.detect.marks import Marks
from steno.detect.seeds import Reach, Seed
from steno.formats.awf import wire
from steno.formats.awf.wire import Event
from steno.model.kept import ID, Paths, Shape
from steno.model.walk import Apart, map_strings
from steno.passes.kept import Standing
from steno.record import fork

_REMEMBERED: Final = 4096
"""How many values are known at most: the oldest is forgotten first, and is still found where it tells itself."""
_SEWN: Final = ("text", "thinking", "chunk")
"""Where the items of a list have words that may go on in the next item."""

_WORDS: Final = frozenset((*wire.MESSAGE.values(), *wire.BLOCKS, *wire.FIDELITIES, *wire.KINDS))
_KEYS: Final = frozenset((*wire.STEP_FIELDS, *wire.MESSAGE_FIELDS, *wire.TOOL_FIELDS, *wire.BLOCK_FIELDS))
# A password may be "text", and a block is one all the same: without its own words an event cannot be written.
_WORD: Final = Shape("word", _WORDS.__contains__, sealed=True)
_KEY: Final = Shape("key", _KEYS.__contains__, sealed=True)
_PATHS: Final = {
    "payload.call_id": ID, "payload.blocks[].tool_id": ID,
    "payload.role": _WORD, "payload.fidelity": _WORD, "payload.kind": _WORD,
    "payload.blocks[].type": _WORD, "payload.blocks[].fidelity": _WORD,
    "payload{}": _KEY, "payload.blocks[]{}": _KEY,
}  # fmt: skip


class Redacting:
    """One for a run: what it has found once it knows from then on."""

    def __init__(self, level: str, key: bytes) -> None:
        self._key, self._level = key, Level(level)
        self._known: dict[tuple[str, str], None] = {}
        self._finder = _Noting(finders.finder(self._level), self._known)
        self._tokens = _Noting(finders.tokens(self._level), self._known)
        self._paths = Paths.of((_PATHS,))
        self._turn = threading.Lock()
        fork.tell(self)

    def after_fork(self) -> None:
        self._turn = threading.Lock()

    def __call__(self, event: Event) -> Event:
        with self._turn:
            while len(self._known) > _REMEMBERED:
                self._known.pop(next(iter(self._known)))
            return self._masked(event)

    def _masked(self, event: Event) -> Event:
        seeds = [Seed(kind, value, Reach.ANYWHERE) for kind, value in self._known]
        marks = Marks(self._key, self._finder, _withheld, self._judge, seeds)
        standing = Standing(marks, self._tokens)
        _sew(event.payload, marks)
        said: dict[str, Any] = {"path": event.path, "payload": event.payload}
        said = map_strings(said, marks.learn, marks.learn_lines, marks.learn_pair, Apart(self._paths, standing.learn))
        if not marks.nothing:
            said = map_strings(said, marks.text, None, marks.pair, Apart(self._paths, standing.mask))
        return replace(event, path=said["path"], payload=said["payload"])

    def _judge(self, name: str, value: str) -> str | None:
        kind = named(name, value)
        if kind is not None:
            self._known.setdefault((kind, value))
        return kind


class _Noting:
    """A finder that takes note of what it finds."""

    def __init__(self, finder: Finder, known: dict[tuple[str, str], None]) -> None:
        self._finder, self._known = finder, known

    def find(self, text: str) -> list[Span]:
        spans = self._finder.find(text)
        for span in spans:
            self._known.setdefault((span.type, span.value or text[span.start : span.end]))
            for kind, _, value in span.within:
                self._known.setdefault((kind, value))
        return spans


def _withheld(length: int, error: Unscannable) -> None:
    """The placeholder says it: there is nobody else to tell in the middle of a run."""


def _sew(payload: JSON, marks: Marks) -> None:
    """Mask what is cut across the items of a list: blocks of a message, parts of a tool's result."""
    for items, key in _lists(payload):
        group = [item for item in items if type(item) is dict and type(item.get(key)) is str]
        if len(group) > 1:
            for item, spans in zip(group, marks.across([item[key] for item in group]), strict=True):
                item[key] = marks.replaced(item[key], spans)


def _lists(tree: JSON) -> Iterator[tuple[list[JSON], str]]:
    stack = [tree]
    while stack:
        node = stack.pop()
        if type(node) is list:
            yield from ((node, key) for key in _SEWN if len(node) > 1)
            stack.extend(node)
        elif type(node) is dict:
            stack.extend(node.values())
