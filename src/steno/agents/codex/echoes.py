"""Finds which events of a rollout say again what a response item says, and which user items a human wrote.

Codex writes most words twice: as the item that the model sees, and as an event for whoever shows the thread.  The
event may stand before or after its item, so they are matched over the whole file, and what depends on it waits.
"""

from __future__ import annotations

from collections.abc import Iterator

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


Said = tuple[int, int, str]
"""Words in a response item: the line, the offset of the record, by which it is known since two may stand in one line,
and the uid of the event.
"""
Stated = tuple[int, int, int]
"""Words in an event: the line, the offset, and the place among those that the event states."""


class _Text:
    """What is said in one voice, and where: what says it again keeps no copy of it."""

    __slots__ = ("items", "paged", "stated", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[Said] = []
        self.stated: list[Stated] | None = None
        self.paged: list[Stated] | None = None
        """The events of older files, and of paginated ones: each kind states an item once."""


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
        self._texts: dict[str, dict[str, _Text]] = {USER: {}, ASSISTANT: {}, THOUGHT: {}}
        """The words of the file, by voice."""

    def see(self, line: Line, record: dict[str, JSON], name: str) -> bool:
        """Take note of what a line of this name says; whether only the whole file tells how to read it."""
        payload = record.get("payload")
        if type(payload) is not dict:
            return record.get("role") == USER and record.get("type", "message") == "message"
        kind, part = record.get("type"), payload.get("type", "message")
        if kind == "response_item":
            if part == "message" or part == "reasoning" or "id" in payload:
                self._item(line, name, part, payload)
                return part == "message" and payload.get("role") == USER
        elif kind == "event_msg" and type(part) is str:
            if part in STATEMENTS:
                key, voice = STATEMENTS[part]
                if type(text := payload.get(key)) is str:
                    known = self._known(voice, text)
                    payload[key] = known.text
                    known.stated = known.stated or []
                    known.stated.append((line.number, line.offset, 0))
                return True
            if part == "item_completed":
                self._page(line, payload.get("item"))
                return True
            return part in _BULKY
        return False

    def _known(self, voice: str, text: str) -> _Text:
        texts = self._texts[voice]
        return texts.get(text) or texts.setdefault(text, _Text(text))

    def _item(self, line: Line, name: str, kind: JSON, item: dict[str, JSON]) -> None:
        voice = OTHER
        if kind == "message":
            role = item.get("role")
            if role in (USER, ASSISTANT):
                voice = role
                self._message(line, name, voice, item.get("content"))
        elif kind == "reasoning":
            voice = THOUGHT
            blocks = thoughts(item)
            for index, (_, block) in enumerate(blocks):
                if (thought := words(block)) is not None:
                    known = self._known(THOUGHT, thought)
                    block["text"] = known.text
                    known.items.append((line.number, line.offset, uid(name, index, len(blocks))))
        if type(native := item.get("id")) is str:
            count = _events(kind, item)
            self.native.setdefault((voice, native), uid(name, 0, count))

    def _page(self, line: Line, item: JSON) -> None:
        """Take note of what a completed item states."""
        spoken = item.get("type") if type(item) is dict else None
        if type(spoken) is not str or spoken not in SPOKEN_ITEMS:
            return
        voice = SPOKEN_ITEMS[spoken]
        for index, text in enumerate(_completed(voice, item)):
            if type(text) is str:
                known = self._known(voice, text)
                known.paged = known.paged or []
                known.paged.append((line.number, line.offset, index))

    def _message(self, line: Line, name: str, voice: str, content: JSON) -> None:
        """Take note of what a statement may repeat: any one part and, of a prompt, all parts as one text."""
        number, offset = line.number, line.offset
        if type(content) is str:
            self._known(voice, content).items.append((number, offset, name))
            return
        texts: set[str] = set()
        count = len(content) if type(content) is list else 0
        for index in range(count):
            if (text := words(part := content[index])) is not None:
                known = self._known(voice, text)
                part["text"] = known.text
                if text not in texts:
                    texts.add(text)
                    known.items.append((number, offset, uid(name, index, count)))
        if voice == USER and count > 1:
            whole = "".join(text for part in content if (text := words(part)) and not IMAGE_TAG.fullmatch(text))
            if whole not in texts:
                self._known(voice, whole).items.append((number, offset, uid(name, 0, count)))

    def settle(self) -> None:
        """Match what all lines say."""
        self.settled = True
        for voice, texts in self._texts.items():
            for known in texts.values():
                for statements in (known.stated, known.paged):
                    if statements is not None:
                        self._match(voice, known.items, statements)
            texts.clear()

    def _match(self, voice: str, items: list[Said], statements: list[Stated]) -> None:
        """Each statement gets the nearest item with its text, in order, and leaves enough items for the statements
        after it.
        """
        self.stated = self.stated or voice == USER
        index, spare = 0, len(items) - len(statements)
        for line, offset, place in statements:
            if index == len(items):
                break
            while spare > 0 and abs(items[index + 1][0] - line) < abs(items[index][0] - line):
                index, spare = index + 1, spare - 1
            _, begins, self.of[offset, place] = items[index]
            if voice == USER:
                self.prompts.add(begins)
            index += 1


def uid(name: str, index: int, count: int) -> str:
    """The uid of one of the events of the record that is called so."""
    return f"{name}.{index}" if count > 1 else name


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
