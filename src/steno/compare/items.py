"""What two traces are compared by: each prompt, answer, thought and call with its result.  Reads events, pairs none.

Everything else that a log holds, such as the program's own records, is an aside: it is accounted for, and no step.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterator
from typing import Final

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.compare.normal import Normal, exactly
from steno.edits import patchtext
from steno.model import Blob, Event, Kind, Lifecycle, Span, Text, Thought, ToolCall, ToolResult, Trace, Unknown
from steno.model.calls import as_object, command_of, path_of, results, spelled, subject_of, text_of
from steno.model.runs import run_of, runs
from steno.speech import Voice, Voices


class What(enum.Enum):
    """What an item is."""

    PROMPT = "prompt"
    """Somebody asks for something."""
    GIVEN = "given"
    """The program puts it into the context: a reminder, instructions, the state of the machine."""
    WORDS = "words"
    """The agent says it."""
    THOUGHT = "thought"
    CALL = "call"
    ASIDE = "aside"
    """No step: a record of the program's own."""

    __hash__ = object.__hash__


_PATCH: Final = "*** Begin Patch"
_VOICES = {
    Voice.HUMAN: What.PROMPT, Voice.REQUESTER: What.PROMPT, Voice.AGENT: What.WORDS, Voice.PROGRAM: What.GIVEN,
    Voice.OPERATOR: What.ASIDE,
}  # fmt: skip


class Item(Struct, frozen=True):
    """One thing that a trace says, with all events that belong to it."""

    what: What
    at: int
    """Where its event stands in the log."""
    event: Event
    result: Event | None = None
    returned_at: int = -1
    echoes: tuple[Event, ...] = ()
    """Events that say it, or its result, again."""
    nested: bool = False
    """A sub-agent's."""

    @property
    def events(self) -> Iterator[Event]:
        yield self.event
        if self.result is not None:
            yield self.result
        yield from self.echoes

    @property
    def name(self) -> str:
        """What the log calls it: the tool of a call, the kind of a record."""
        body = self.event.body
        if isinstance(body, ToolCall):
            return body.tool
        return body.name if isinstance(body, Lifecycle | Span | Unknown) else self.event.kind.value

    @property
    def text(self) -> str:
        """What it says; of a call, its arguments."""
        body = self.event.body
        if isinstance(body, ToolCall):
            return _said(as_object(body.arguments) or body.arguments)
        if isinstance(body, Text | Thought):
            return body.text if isinstance(body.text, str) else body.state.value if isinstance(body, Thought) else ""
        if isinstance(body, Lifecycle):
            return body.text if isinstance(body.text, str) else _said(body.data)
        if isinstance(body, ToolResult):
            return _said(body.content)
        if isinstance(body, Span):
            return _said(body.data)
        return next((each for each in _stated(body) if isinstance(each, str)), "")

    @property
    def subject(self) -> str:
        """The same as short as it can be said."""
        body = self.event.body
        if not isinstance(body, ToolCall):
            return self.text
        said = subject_of(body.arguments)
        files = [change.path for change in patchtext.changes(said)] if said.startswith(_PATCH) else []
        return ", ".join(dict.fromkeys(files)) or said

    @property
    def output(self) -> str | None:
        """What came back from a call; None where nothing did."""
        body = self.result.body if self.result is not None else None
        return (text_of(body.content) or "") if isinstance(body, ToolResult) and not body.missing else None


def _stated(body: Blob | Unknown) -> tuple[object, ...]:
    return (body.sha256, body.uri) if isinstance(body, Blob) else (body.name,)


def _said(value: JSON) -> str:
    return value if isinstance(value, str) else "" if value is UNSET or value is None else spelled(value)


def items(trace: Trace) -> list[Item]:
    """Every event of a trace in exactly one item, in the order of the log."""
    events, known, voices = trace.events, runs(trace), Voices(trace.header)
    returned, places = results(events), {event.uid: at for at, event in enumerate(events)}
    owners = {result.uid: uid for uid, result in returned.items()}
    echoes: dict[str, list[Event]] = {}
    leading: list[tuple[int, Event]] = []
    for at, event in enumerate(events):
        stated = event.echo_of
        if isinstance(stated, str) and stated in places and stated != event.uid:
            echoes.setdefault(owners.get(stated, stated), []).append(event)
        elif event.uid not in owners:
            leading.append((at, event))
    found = []
    for at, event in leading:
        result = returned.get(event.uid)
        found.append(Item(
            _what(event, voices), at, event, result, -1 if result is None else places[result.uid],
            tuple(_all(event.uid, echoes)), run_of(event, known) is not None,
        ))  # fmt: skip
    found += [Item(What.ASIDE, places[each.uid], each) for left in echoes.values() for each in left]
    return sorted(found, key=lambda item: item.at)


def _all(uid: str, echoes: dict[str, list[Event]]) -> Iterator[Event]:
    """The echoes of an event, and theirs; each is taken once."""
    waiting = echoes.pop(uid, [])
    while waiting:
        event = waiting.pop(0)
        yield event
        waiting += echoes.pop(event.uid, [])


def _what(event: Event, voices: Voices) -> What:
    if event.kind is Kind.TOOL_CALL:
        return What.CALL
    if event.kind is Kind.THOUGHT:
        return What.THOUGHT
    if event.kind is Kind.MESSAGE and isinstance(event.body, Text):
        return _VOICES[voices.of(event)]
    return What.ASIDE


# Keys


Key = Hashable


def of_runs(item: Item, normal: Normal) -> Key:
    """Equal where two runs say or do the same."""
    body = item.event.body
    if isinstance(body, ToolCall):
        return What.CALL, item.nested, body.server, body.tool, normal.arguments(body.arguments)
    if item.what is What.ASIDE:
        return item.what, item.name
    return item.what, item.nested, normal.text(item.text)


def alike(item: Item, normal: Normal) -> Key:
    """Equal where two runs do the same kind of thing to the same thing, or where two exports may hold one record."""
    body = item.event.body
    if not isinstance(body, ToolCall):
        return item.what, item.nested, item.name if item.what is What.ASIDE else ""
    given = as_object(body.arguments)
    command = command_of(given)
    about = path_of(given) if command is None else command.split(maxsplit=1)[0] if command.strip() else ""
    return What.CALL, item.nested, body.tool, None if about is None else normal.text(about)


def of_record(item: Item, ordinal: int) -> Key:
    """Equal where two exports state the same id: that of the call, or that of the record and the block in it."""
    event = item.event
    if item.what is What.CALL and isinstance(event.call, str):
        return What.CALL, event.call
    return (item.what, event.native, ordinal) if isinstance(event.native, str) else object()


def of_words(item: Item) -> Key:
    """Equal where two exports say the same to the letter."""
    body = item.event.body
    said = exactly(as_object(body.arguments) or body.arguments) if isinstance(body, ToolCall) else item.text
    return item.what, item.name, said
