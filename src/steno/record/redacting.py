"""The redaction engine as a masker of single events.  Knows where an event has its words, not what a secret is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from steno.base.exact import JSON
from steno.detect.marks import Marks
from steno.formats.awf import wire
from steno.formats.awf.wire import Event
from steno.model.kept import ID, Shape
from steno.passes.single import Single
from steno.record import fork

_CONTINUED: Final = ("text", "thinking", "chunk")
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
    """One for a run; several threads may use it."""

    def __init__(self, level: str, key: bytes) -> None:
        self._single = Single(level, key, _PATHS)
        self._turn = threading.Lock()
        fork.register(self)

    def after_fork(self) -> None:
        self._turn = threading.Lock()

    def __call__(self, event: Event) -> Event:
        with self._turn:
            marks = self._single.marks()
            _mask_across(event.payload, marks)
            said = self._single.masked({"path": event.path, "payload": event.payload}, marks)
        return replace(event, path=said["path"], payload=said["payload"])


def _mask_across(payload: JSON, marks: Marks) -> None:
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
            yield from ((node, key) for key in _CONTINUED if len(node) > 1)
            stack.extend(node)
        elif type(node) is dict:
            stack.extend(node.values())
