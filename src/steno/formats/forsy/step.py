"""One step of a file as the events that happened and the notes on them.  Knows nothing of the rest of the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.formats.forsy import upgrade
from steno.formats.forsy.links import Uids, inward
from steno.formats.forsy.words import AGENT_STEP, ERROR, OUTPUT, USER_MESSAGE
from steno.idioms import recognised
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Kind,
    Lifecycle,
    Note,
    Origin,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    Visibility,
)
from steno.model.steps import FIELDS, STEP

Object = dict[str, JSON]
Astray = Callable[[str, JSON], None]
"""Called for a field that refers to missing steps."""

_MCP = "mcp:"
_KINDS = {"user": ActorKind.HUMAN, "system": ActorKind.SYSTEM, "tool": ActorKind.TOOL}
"""Who an actor is by the word before the colon; any other is an agent."""
_LINKS = ("caused_by", "retry_of", "input_source")


class Draft(NamedTuple):
    kind: Kind
    body: Body
    about: dict[str, Any]


class Read(NamedTuple):
    events: list[Event]
    notes: list[Note]


class Reader:
    """Reads steps, and gathers who acts in them."""

    def __init__(self, author: str, uids: Uids) -> None:
        self.actors: dict[str, Actor] = {}
        self._author, self._uids = author, uids

    def read(self, written: JSON | UnsetType, index: int, origin: Origin, astray: Astray, raw: bytes = b"") -> Read:
        """What a step says.  What notes hold is taken out of it."""
        uid = str(index + 1)
        if type(written) is not dict:
            name = "not JSON" if written is UNSET else "not an object"
            event = Event(
                uid=uid, kind=Kind.UNKNOWN, body=Unknown(name), origin=origin, actor=self._actor("system"),
                residue=written, raw=raw or UNSET,
            )  # fmt: skip
            return Read([event], [])
        step = upgrade.step(written, index)
        notes = self.notes(step, uid)
        empty(written, step, notes, astray)
        events = [
            Event(
                uid=f"{uid}.{place}" if place else uid,
                kind=draft.kind,
                body=draft.body,
                origin=origin,
                residue=UNSET if place else written,
                signs=recognised(draft.body, draft.about.get("role", UNSET), step["tool"]),
                **draft.about,
            )
            for place, draft in enumerate(self.drafts(step, uid))
        ]
        return Read(events, notes)

    def notes(self, step: Object, uid: str) -> list[Note]:
        """What a step in v0.1's words says of its event."""
        author = self._author
        found = [Note(author=author, target=uid, key=STEP, value=step["action"])]
        for key in FIELDS:
            value = step.get(key)
            if value is None or key == "surface":
                continue
            note = inward(key, value, self._uids) if key in _LINKS else value
            if note is not UNSET:
                found.append(Note(author=author, target=uid, key=key, value=note))
        return found

    # What happened

    def drafts(self, step: Object, uid: str) -> list[Draft]:
        """What happened, by a step in v0.1's words: one event, and the result of a call."""
        shared = _shared(step) | {"actor": self._actor(step["actor"] if type(step["actor"]) is str else "agent")}
        return [draft._replace(about=shared | draft.about) for draft in self._drafts(step, uid)]

    def _drafts(self, step: Object, uid: str) -> list[Draft]:
        action, tool, given, output = step["action"], step["tool"], step["input"], step["output"]
        if action == USER_MESSAGE:
            return [self._message(given, USER_MESSAGE, Role.USER)]
        if action == OUTPUT:
            return [self._message(given if output is None else output, OUTPUT, Role.ASSISTANT)]
        if type(tool) is str:
            return self._call(step, tool, uid)
        text = next((each for each in (output, given) if type(each) is str), UNSET)
        operation = step["operation"]
        name = operation if type(operation) is str and action == AGENT_STEP else action
        return [Draft(Kind.LIFECYCLE, Lifecycle(name, text), {})]

    def _message(self, text: JSON, action: str, role: Role) -> Draft:
        if type(text) is not str:
            return Draft(Kind.UNKNOWN, Unknown(action), {"role": role})
        return Draft(Kind.MESSAGE, Text(text), {"role": role, "visibility": Visibility.PUBLIC})

    def _call(self, step: Object, tool: str, uid: str) -> list[Draft]:
        given, output, success = step["input"], step["output"], step["success"]
        server: str | UnsetType = UNSET
        name = tool
        if tool.startswith(_MCP) and "." in tool:
            server, _, name = tool.removeprefix(_MCP).partition(".")
        about = {"visibility": Visibility.INTERNAL, "call": uid}
        call = ToolCall(name, UNSET if given is None else given, server or UNSET)
        drafts = [Draft(Kind.TOOL_CALL, call, {"role": Role.ASSISTANT, **about})]
        if output is not None:
            failed = True if step["action"] == ERROR else not success if type(success) is bool else UNSET
            ended: dict[str, Any] = {"time": step["ended_at"]} if type(step["ended_at"]) is str else {}
            about |= {"role": Role.TOOL, "actor": self._actor(f"tool:{tool}")} | ended
            drafts.append(Draft(Kind.TOOL_RESULT, ToolResult(output, failed), about))
        return drafts

    def _actor(self, label: str) -> str:
        if label not in self.actors:
            word, _, rest = label.partition(":")
            kind = _KINDS.get(word, ActorKind.MODEL)
            name = rest if kind is ActorKind.TOOL and rest else label
            instance = rest if kind is ActorKind.MODEL and rest else UNSET
            self.actors[label] = Actor(kind, name, instance=instance)
        return label


def empty(written: Object, step: Object, notes: Sequence[Note], astray: Astray) -> None:
    """Take out of a step what its notes hold; `step` is the same in v0.1's words."""
    if written.get("action") == step["action"]:
        written["action"] = UNSET
    held = {note.key: note.value for note in notes}
    for key in FIELDS:
        value = step.get(key)
        if value is None or key == "surface":
            continue
        if key not in held:
            astray(key, value)
        elif key not in written:
            continue
        elif key in _LINKS and not _whole(key, value, held[key]):
            if key == "input_source":
                astray(key, value)
        elif upgrade.same(written[key], value):
            written[key] = UNSET


def _whole(key: str, value: JSON, note: JSON) -> bool:
    """Whether the note says all of a field that refers to steps."""
    if key == "caused_by":
        return type(value) is list
    return key != "input_source" or len(note) == len(value)


def _shared(step: Object) -> dict[str, Any]:
    """What every event of a step has."""
    found: dict[str, Any] = {}
    if type(step["started_at"]) is str:
        found["time"] = step["started_at"]
    if type(step["turn"]) is int and step["turn"] > 0:
        found["turn"] = step["turn"]
    if type(step["parallel_group"]) is str:
        found["parallel"] = step["parallel_group"]
    return found
