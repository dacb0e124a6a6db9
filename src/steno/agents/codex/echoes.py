"""Finds which events of a rollout say again what a response item says, and which user items a human wrote.

Codex writes most words twice: as the item that the model sees, and as an event for whoever shows the thread.  The
event may stand before or after its item, so they are matched over the whole file, and what depends on it waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from steno.agents.codex.wire import (
    ASSISTANT,
    EVENTS,
    IMAGE_TAG,
    OTHER,
    REASONED,
    ROLES,
    SPOKEN_ITEMS,
    STATEMENTS,
    TEXTS,
    THOUGHT,
    USER,
)
from steno.base.exact import JSON
from steno.base.jsonl import Line

_BULKY = frozenset(kind for kind, shape in EVENTS.items() if shape.bulk)
"""Events with bytes that are described where no item has them."""


class Said(NamedTuple):
    """Words in a response item."""

    line: int
    offset: int
    """Where the record begins, which is what it is known by: two may stand in one line."""
    uid: str


class Echoes:
    """What is known of a file's doubled words once all its lines have been seen."""

    def __init__(self) -> None:
        self.of: dict[tuple[int, int], str] = {}
        """By the offset of a record and the place in it: the uid of the event that the statement repeats."""
        self.native: dict[tuple[str, str], str] = {}
        """By voice and the item's own id: the uid of the item's first event."""
        self.prompts: set[int] = set()
        """The offsets of the user items that a statement says the user wrote."""
        self.stated = False
        """Whether the file states its prompts at all: older files do not."""
        self.settled = False
        """Whether all lines have been seen."""
        self._texts: dict[str, str] = {}
        """The words of the file: what says them again keeps no copy of them."""
        self._said: dict[tuple[str, str], list[Said]] = {}
        self._again: dict[tuple[bool, str, str], list[tuple[int, int, int]]] = {}

    def see(self, line: Line, record: dict[str, JSON]) -> bool:
        """Take note of what a line says; whether only the whole file tells how to read it."""
        payload = record.get("payload")
        if type(payload) is not dict:
            return record.get("role") == USER and record.get("type", "message") == "message"
        kind, part = record.get("type"), payload.get("type", "message")
        if kind == "response_item":
            if part == "message" or part == "reasoning" or "id" in payload:
                self._item(line, part, payload)
                return part == "message" and payload.get("role") == USER
        elif kind == "event_msg" and type(part) is str:
            if part in STATEMENTS or part == "item_completed":
                self._event(line, part, payload)
                return True
            return part in _BULKY
        return False

    def _item(self, line: Line, kind: JSON, item: dict[str, JSON]) -> None:
        voice = OTHER
        if kind == "message":
            role = item.get("role")
            voice = role if role in (USER, ASSISTANT) else OTHER
            if voice != OTHER:
                self._message(line, voice, item.get("content"))
        elif kind == "reasoning":
            voice = THOUGHT
            blocks = thoughts(item)
            for index, (_, block) in enumerate(blocks):
                if (thought := self._words(block)) is not None:
                    said = Said(line.number, line.offset, uid(line, index, len(blocks)))
                    self._said.setdefault((voice, thought), []).append(said)
        if type(native := item.get("id")) is str:
            count = _events(kind, item)
            self.native.setdefault((voice, native), uid(line, 0, count))

    def _event(self, line: Line, kind: str, event: dict[str, JSON]) -> None:
        if kind in STATEMENTS:
            key, voice = STATEMENTS[kind]
            if type(text := event.get(key)) is str:
                event[key] = self._texts.setdefault(text, text)
            texts, paged = [event.get(key)], False
        elif type(item := event.get("item")) is dict:
            spoken = item.get("type")
            if type(spoken) is not str or spoken not in SPOKEN_ITEMS:
                return
            voice, paged = SPOKEN_ITEMS[spoken], True
            texts = list(_completed(voice, item))
        else:
            return
        for index, text in enumerate(texts):
            if type(text) is str:
                self._again.setdefault((paged, voice, text), []).append((line.number, line.offset, index))

    def _message(self, line: Line, voice: str, content: JSON) -> None:
        """Take note of what a statement may repeat: any one part and, of a prompt, all parts as one text."""
        texts: dict[str, Said] = {}
        if type(content) is str:
            texts[content] = Said(line.number, line.offset, line.name)
        elif type(content) is list:
            count = len(content)
            for index, part in enumerate(content):
                if (text := self._words(part)) is not None and text not in texts:
                    texts[text] = Said(line.number, line.offset, uid(line, index, count))
            if voice == USER and count > 1:
                whole = "".join(text for part in content if (text := words(part)) and not IMAGE_TAG.fullmatch(text))
                texts.setdefault(whole, Said(line.number, line.offset, uid(line, 0, count)))
        for text, said in texts.items():
            self._said.setdefault((voice, text), []).append(said)

    def _words(self, part: JSON) -> str | None:
        """The words of a part, which are kept once."""
        if (text := words(part)) is not None:
            text = part["text"] = self._texts.setdefault(text, text)
        return text

    def settle(self) -> None:
        """Match what all lines say.

        Each statement gets the nearest item with its text, in order, and leaves enough items for the statements after
        it.  Each kind of event states an item once.
        """
        self.settled = True
        for (_, voice, text), statements in self._again.items():
            self.stated = self.stated or voice == USER
            items = self._said.get((voice, text), [])
            index, spare = 0, len(items) - len(statements)
            for line, offset, place in statements:
                if index == len(items):
                    break
                while spare > 0 and abs(items[index + 1].line - line) < abs(items[index].line - line):
                    index, spare = index + 1, spare - 1
                self.of[offset, place] = items[index].uid
                if voice == USER:
                    self.prompts.add(items[index].offset)
                index += 1
        for kept in (self._said, self._again, self._texts):
            kept.clear()


def uid(line: Line, index: int, count: int) -> str:
    """The uid of one of a record's events."""
    return f"{line.name}.{index}" if count > 1 else line.name


def thoughts(item: dict[str, JSON]) -> list[tuple[str, JSON]]:
    """The parts of a reasoning item with the list they stand in: summaries, then the reasoning itself."""
    return [(key, each) for key in ("summary", "content") if type(parts := item.get(key)) is list for each in parts]


def words(part: JSON) -> str | None:
    """The text of a part that holds words."""
    if type(part) is dict and type(kind := part.get("type")) is str and kind in TEXTS:
        text = part.get("text")
        return text if type(text) is str else None
    return None


def _events(kind: JSON, item: dict[str, JSON]) -> int:
    """How many events the reader makes of an item."""
    if kind == "reasoning":
        return len(thoughts(item))
    if kind == "image_generation_call":
        return 1 + (type(item.get("result")) is str)
    role, content = item.get("role"), item.get("content")
    spoken = kind == "agent_message" or (kind == "message" and type(role) is str and role in ROLES)
    return len(content) if spoken and type(content) is list else 1


def _completed(voice: str, item: dict[str, JSON]) -> Iterator[JSON]:
    """The texts of a completed item, each at its place."""
    if voice == THOUGHT:
        for key in REASONED:
            if type(parts := item.get(key)) is list:
                yield from parts
    elif type(content := item.get("content")) is list:
        if voice == USER:
            yield "".join(words(part) or "" for part in content)
        else:
            yield from map(words, content)
