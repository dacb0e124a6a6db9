"""Knows which messages a run has, so that a history sent again is not recorded again.  Records nothing itself."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from steno.base.canonical import canonical
from steno.base.exact import JSON
from steno.integrations.message import Message
from steno.record.block import Block

if TYPE_CHECKING:
    from steno.record.run import Run


class History:
    """How often a run has each message.

    A program sends a model the whole conversation each time.  What follows the last reply is this call's own question
    and always new.  What stands before it is history: of each message, only as many are new as the run does not have.
    """

    def __init__(self) -> None:
        self._has: Counter[bytes] = Counter()
        self._lock = threading.Lock()

    def new(self, messages: Sequence[Message]) -> list[Message]:
        """The messages that are not in the run yet, in their order.  From now on they count as recorded."""
        question = _question(messages)
        marks = [_mark(each) for each in messages]
        with self._lock:
            met: Counter[bytes] = Counter()
            new = []
            for index, mark in enumerate(marks):
                met[mark] += 1
                if index >= question or met[mark] > self._has[mark]:
                    self._has[mark] += 1
                    new.append(messages[index])
            return new

    def add(self, message: Message) -> None:
        """A reply that has been recorded: it will come back as history."""
        with self._lock:
            self._has[_mark(message)] += 1


_histories: WeakKeyDictionary[Run, History] = WeakKeyDictionary()
_lock = threading.Lock()


def history(run: Run) -> History:
    """The one of this run, shared by everything that records into it."""
    with _lock:
        return _histories.setdefault(run, History())


def _question(messages: Sequence[Message]) -> int:
    """Where this call's own question begins: after the last reply that something follows."""
    end = len(messages)
    # A reply at the very end is one that the program begins for the model, part of its question.
    while end and messages[end - 1].role == "assistant":
        end -= 1
    while end and messages[end - 1].role != "assistant":
        end -= 1
    return end


def _mark(message: Message) -> bytes:
    # A program may send a reply back in another shape: thoughts left out, texts joined, numbers of tokens gone.
    said: list[JSON] = [message.role]
    for block in message.blocks:
        if block["type"] == "text" and "part" not in block:
            if block.get("text") and isinstance(said[-1], list) and said[-1][0] == "text":
                said[-1][1] += block["text"]
            elif block.get("text"):
                said.append(["text", block["text"]])
        elif block["type"] != "thinking":
            said.append(_told(block))
    return blake2b(canonical(said, exact=True), digest_size=16).digest()


def _told(block: Block) -> JSON:
    return [block["type"], *(block.get(key) for key in ("tool_name", "tool_id", "tool_input", "tool_content", "part"))]
