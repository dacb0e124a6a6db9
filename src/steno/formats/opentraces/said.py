"""What the fields of a step say of its events: the words that all of them share, who speaks, and their bodies.

Who reads a step makes events of it; who counts what a record loses looks at this alone, and makes none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType, ValidationError, convert

from steno.base.exact import JSON
from steno.base.learned import learned
from steno.formats.opentraces.wire import FAILED, MADE, NO_RESULT, VALUE, Object
from steno.model import Actor, ActorKind, Lifecycle, Role, ToolCall, ToolResult, Usage, Visibility

HUMAN, MODEL, PROGRAM, TOOL = "human", "model", "system", "tool"
Wrong = Callable[[str, JSON, str], None]
"""Called for a value of the wrong type: where it is, what it is, what was expected."""

THOUGHT: Final = {"visibility": Visibility.INTERNAL}
CALL: Final = THOUGHT
RESULT: Final = {"visibility": Visibility.INTERNAL, "role": Role.TOOL, "time": UNSET, "model": UNSET}
PROMPT: Final = {"visibility": Visibility.METADATA, "role": UNSET}
"""What an event says otherwise than its step, by what it is: of a prompt that had waited, its record."""

BESIDE: Final = ("time", "span", "call", "child_run")
"""The fields of an event that is no step which are texts, and stand beside it under their own names."""

_ROLES: Final = {"user": Role.USER, "agent": Role.ASSISTANT, "system": Role.SYSTEM}
_ACTORS: Final = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    MODEL: Actor(ActorKind.MODEL, "assistant"),
    PROGRAM: Actor(ActorKind.SYSTEM, "system"),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
}
_USAGE: Final = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cache_read_tokens": "cache_read",
    "cache_write_tokens": "cache_write",
}


class Turns:
    """What the steps of a record say of their events, in their order, and who acts in them."""

    def __init__(self, models: Object | None = None) -> None:
        """`models` has what a log calls models, by their names in the record, where Steno wrote it."""
        self._models = models or {}
        self._turn = 0
        self._tools: dict[str, str] = {}
        self.actors: dict[str, Actor] = {}

    def of(self, step: Object, index: int, expect: Wrong) -> Said:
        said = Said(step, expect)
        if isinstance(said.model, str) and type(known := self._models.get(said.model)) is str:
            said.model = known
        if said.role is Role.USER and said.run is UNSET:
            self._turn += 1
        number, parent = step.get("step_index"), step.get("parent_step")
        said.shared = {
            "role": said.role,
            "visibility": said.visibility,
            "time": said.timestamp,
            "native": str(number) if type(number) is int else UNSET,
            "parent": str(parent) if type(parent) is int else UNSET,
            "response": str(index + 1) if said.role is Role.ASSISTANT else UNSET,
            "turn": self._turn or UNSET,
            "span": said.run,
            "context": said.context_node_id,
            "model": said.model,
        }
        return said

    # Who

    def named(self, key: str) -> str:
        if key not in self.actors:
            self.actors[key] = _ACTORS[key]
        return key

    def speaker(self, said: Said) -> str:
        """Who speaks in a step; known as an actor once it is `named`, or where a model or a run is."""
        if said.role is not Role.ASSISTANT:
            return HUMAN if said.role is Role.USER else PROGRAM
        model, run = said.model, said.run
        if model is UNSET and run is UNSET:
            return MODEL
        key = f"{MODEL}:{model or ''}" + (f"@{run}" if run else "")
        name = "assistant" if run is UNSET else "sub-agent"
        self.actors.setdefault(key, Actor(ActorKind.MODEL, name, model=model, instance=run))
        return key

    def calls(self, id: str, tool: str) -> None:
        """A call is made, whose result will come from this tool."""
        self._tools[id] = tool

    def answers(self, id: JSON) -> str:
        """Which tool a result comes from."""
        tool = self._tools.get(id) if type(id) is str else None
        if tool is None:
            return TOOL
        self.actors.setdefault(key := f"{TOOL}:{tool}", Actor(ActorKind.TOOL, tool))
        return key


class Said:
    """What the fields of a step say, as far as they are of their types."""

    shared: dict[str, Any]
    """What every event of the step has."""

    def __init__(self, step: Object, expect: Wrong) -> None:
        role = step.get("role")
        known = _ROLES.get(role) if type(role) is str else None
        if known is None:
            expect("/role", role, "role")
        self.role: Role | UnsetType = UNSET if known is None else known
        self.model = _said(step, "model", expect)
        self.timestamp = _said(step, "timestamp", expect)
        self.context_node_id = _said(step, "context_node_id", expect)
        other = _said(step, "subagent_trajectory_ref", expect)
        inner = step.get("call_type") == "subagent"
        self.run = other if inner else UNSET
        self.child = UNSET if inner else other
        public = self.role in (Role.USER, Role.ASSISTANT) and not inner
        self.visibility = Visibility.PUBLIC if public else Visibility.INTERNAL


def uid(index: int, number: int, count: int) -> str:
    """What an event is called: by its step and, where that has several, by its number among them."""
    return f"{index + 1}.{number}" if count > 1 else str(index + 1)


def starter(calls: Sequence[int]) -> int:
    """Which event of a step started the run that it names: the step does not say, unless it makes a single call."""
    return calls[0] if len(calls) == 1 else 0


def _said(step: Object, key: str, expect: Wrong) -> str | UnsetType:
    """A text that says something."""
    value = text_at(step, key, expect)
    return value if value else UNSET


def text_at(step: Object, key: str, expect: Wrong) -> str | None:
    value = step.get(key)
    if value is None or type(value) is str:
        return value
    expect(f"/{key}", value, "text")
    return None


# Bodies


def call_id(id: JSON) -> str | UnsetType:
    """The id of a call, where it is the log's own."""
    return id if type(id) is str and id and not id.startswith(MADE) else UNSET


def call(stated: Object) -> ToolCall | None:
    """None where the call names no tool."""
    tool = stated.get("tool_name")
    if type(tool) is not str:
        return None
    arguments: JSON = stated.get("input", UNSET)
    if is_value(arguments):
        arguments = arguments[VALUE]
    return ToolCall(tool, arguments)


def is_value(arguments: JSON) -> bool:
    """Whether arguments stand in an object only because the schema asks for one."""
    return type(arguments) is dict and len(arguments) == 1 and VALUE in arguments


class Results:
    """What Steno kept beside the results of a step."""

    __slots__ = ("_details", "_signed", "_succeeded")

    def __init__(self, pieces: Object) -> None:
        known = pieces.get("results")
        self._details: Object = known if type(known) is dict else {}
        self._signed, self._succeeded = _places(pieces, "signed"), _places(pieces, "succeeded")

    def of(self, seen: Object, place: int) -> ToolResult | None:
        """What an observation says, with that; None where it is odd."""
        content, error = seen.get("content"), seen.get("error")
        if type(error) is not str and error is not None:
            return None
        missing = content is None and error == NO_RESULT
        failed: bool | UnsetType = UNSET if error is None or missing else True
        # What the model saw says it already.
        detail: JSON = UNSET if missing or error in (None, "", FAILED, content) else error
        if failed and place in self._signed:
            failed, detail = UNSET, UNSET
        if failed is UNSET and not missing and place in self._succeeded:
            failed = False
        if self._details and (key := str(place)) in self._details:
            detail = self._details[key]
        return ToolResult(UNSET if content is None else content, failed, detail, missing)

    def take(self, place: int) -> None:
        """The detail of a result is held by its event."""
        if (key := str(place)) in self._details:
            self._details[key] = UNSET


def _places(pieces: Object, key: str) -> frozenset[int]:
    listed = pieces.get(key)
    return frozenset([each for each in listed if type(each) is int]) if type(listed) is list else _NOWHERE


_NOWHERE: Final = frozenset[int]()


def waited(stated: JSON) -> Lifecycle | None:
    """The record of a prompt that had waited, which the text of a step was taken from."""
    try:
        return None if stated is None else convert(stated, learned(Lifecycle))
    except ValidationError:
        return None


def usage(stated: JSON, expect: Wrong) -> Usage | UnsetType:
    """Tokens, where any were counted: a record has zeros for what is not known."""
    if stated is not None and type(stated) is not dict:
        expect("/token_usage", stated, "object")
    if type(stated) is not dict:
        return UNSET
    found: dict[str, int] = {}
    for key, name in _USAGE.items():
        count = stated.get(key)
        if type(count) is int:
            found[name] = count
        elif count is not None:
            expect(f"/token_usage/{key}", count, "integer")
    return Usage(**found) if any(found.values()) else UNSET
