"""One step of a record as the events that it describes.  Knows nothing of the rest of the record.

What events hold of a step's long texts is taken out of it; the rest stays, so that it can be written back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.formats.opentraces.wire import BETWEEN, FAILED, MADE, NO_RESULT, VALUE, Object
from steno.idioms import recognised
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
    Usage,
    Visibility,
)

HUMAN, MODEL, PROGRAM, TOOL = "human", "model", "system", "tool"
Wrong = Callable[[str, JSON, str], None]
"""Called for a value of the wrong type: where it is, what it is, what was expected."""

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


class Draft(NamedTuple):
    kind: Kind
    body: Body
    actor: str
    where: str
    """The pointer from the step."""
    about: dict[str, Any]


class Reader:
    """Reads steps in their order, and gathers who acts in them."""

    def __init__(self) -> None:
        self.actors: dict[str, Actor] = {}
        self._tools: dict[str, str] = {}
        self._turn = 0

    def read(self, step: JSON, index: int, place: Origin, pieces: Object, wrong: Wrong) -> list[Event]:
        """The events of a step, which is at `index` of `place`; `pieces` tells how its texts were made of blocks."""
        pointer = f"/steps/{index}"
        if type(step) is not dict:
            wrong(pointer, step, "object")
            origin = Origin(place.source, place.line, place.offset, place.length, pointer)
            unknown = Unknown("not an object")
            return [
                Event(
                    uid=str(index + 1), kind=Kind.UNKNOWN, body=unknown, origin=origin, actor=self._named(PROGRAM),
                    residue=step,
                )
            ]  # fmt: skip

        def expect(where: str, value: JSON, kind: str) -> None:
            wrong(pointer + where, value, kind)

        stated = _Stated(step, expect)
        if stated.role is Role.USER and stated.run is UNSET:
            self._turn += 1
        shared = self._shared(step, stated, index)
        drafts = self._drafts(step, stated, pieces, expect)
        many = len(drafts) > 1
        usage = _usage(step.get("token_usage"), expect)
        return [
            Event(
                uid=f"{index + 1}.{number}" if many else str(index + 1),
                kind=draft.kind,
                body=draft.body,
                origin=Origin(place.source, place.line, place.offset, place.length, pointer + draft.where),
                actor=self._named(draft.actor),
                usage=UNSET if number else usage,
                residue=UNSET if number else step,
                signs=recognised(draft.body, draft.about.get("role", stated.role), self.actors[draft.actor].name),
                **{**shared, **draft.about},
            )
            for number, draft in enumerate(drafts)
        ]

    def _shared(self, step: Object, stated: _Stated, index: int) -> dict[str, Any]:
        """What every event of the step has."""
        number, parent = step.get("step_index"), step.get("parent_step")
        return {
            "role": stated.role,
            "visibility": stated.visibility,
            "time": stated.timestamp,
            "native": str(number) if type(number) is int else UNSET,
            "parent": str(parent) if type(parent) is int else UNSET,
            "response": str(index + 1) if stated.role is Role.ASSISTANT else UNSET,
            "turn": self._turn or UNSET,
            "span": stated.run,
            "context": stated.context_node_id,
            "model": stated.model,
        }

    def _drafts(self, step: Object, stated: _Stated, pieces: Object, expect: Wrong) -> list[Draft]:
        actor = self._speaker(stated)
        found = [
            *self._thoughts(step, actor, pieces, expect),
            *self._texts(step, actor, pieces, expect),
            *self._listed(step, "tool_calls", actor, self._call, expect),
            *_detailed(self._listed(step, "observations", actor, self._result, expect), pieces),
        ]
        if isinstance(stated.child, str) and found:
            # The record does not say which of them started it, unless there is only one.
            calls = [index for index, draft in enumerate(found) if draft.kind is Kind.TOOL_CALL]
            index = calls[0] if len(calls) == 1 else 0
            found[index].about["child_run"] = stated.child
        return found or [Draft(Kind.LIFECYCLE, Lifecycle("step"), actor, "", {"visibility": Visibility.METADATA})]

    # Texts

    def _texts(self, step: Object, actor: str, pieces: Object, expect: Wrong) -> list[Draft]:
        text = _taken(step, "content", expect)
        known = pieces.get("content")
        if text is None and known is None:
            return []
        blocks = _split(text, known) if type(known) is list else None
        if blocks is None:
            blocks = [text] if text else []
        if text is not None and blocks:
            step["content"] = UNSET
        return [Draft(Kind.MESSAGE, Text(each), actor, "/content", {}) for each in blocks if each is not None]

    def _thoughts(self, step: Object, actor: str, pieces: Object, expect: Wrong) -> list[Draft]:
        text = _taken(step, "reasoning_content", expect)
        stated = pieces.get("reasoning")
        if text is None and stated is None:
            return []
        blocks = _thought_blocks(text, stated) if type(stated) is list else None
        if blocks is None:
            blocks = [(ThoughtState.FULL, text)] if text else []
        if any(each is not None for _, each in blocks):
            step["reasoning_content"] = UNSET
        return [
            Draft(
                Kind.THOUGHT, Thought(state, UNSET if each is None else each), actor, "/reasoning_content", _internal()
            )
            for state, each in blocks
        ]  # fmt: skip

    # Tools

    def _listed(
        self, step: Object, key: str, actor: str, read: Callable[[Object, str, str], Draft | None], expect: Wrong
    ) -> list[Draft]:
        listed = step.get(key)
        if not listed and (listed is None or type(listed) is list):
            return []
        if type(listed) is not list:
            expect(f"/{key}", listed, "array")
            return []
        found: list[Draft] = []
        for index, each in enumerate(listed):
            where = f"/{key}/{index}"
            draft = read(each, actor, where) if type(each) is dict else None
            if draft is None:
                expect(where, each, "object with its ids and names as texts")
                draft = Draft(Kind.UNKNOWN, Unknown(key), actor, where, _internal())
            found.append(draft)
        return found

    def _call(self, call: Object, actor: str, where: str) -> Draft | None:
        tool, id = call.get("tool_name"), call.get("tool_call_id")
        if type(tool) is not str:
            return None
        arguments: JSON | UnsetType = UNSET
        if "input" in call:
            arguments, call["input"] = call["input"], UNSET
            if type(arguments) is dict and [*arguments] == [VALUE]:
                arguments, call["input"] = arguments[VALUE], {VALUE: UNSET}
        about = _internal()
        if type(id) is str and id and not id.startswith(MADE):
            about["call"] = id
            self._tools[id] = tool
        return Draft(Kind.TOOL_CALL, ToolCall(tool, arguments), actor, where, about)

    def _result(self, seen: Object, actor: str, where: str) -> Draft | None:
        id, content, error = seen.get("source_call_id"), seen.get("content"), seen.get("error")
        if type(error) is not str and error is not None:
            return None
        tool = self._tools.get(id) if type(id) is str else None
        about = _internal() | {"role": Role.TOOL, "time": UNSET, "model": UNSET}
        if type(id) is str and id and not id.startswith(MADE):
            about["call"] = id
        if content is None and error == NO_RESULT:
            body = ToolResult(missing=True)
        else:
            if content is not None:
                seen["content"] = UNSET
            said = UNSET if error in (None, "", FAILED, content) else error  # what the model saw says it already
            body = ToolResult(UNSET if content is None else content, UNSET if error is None else True, said)
        return Draft(Kind.TOOL_RESULT, body, self._tool(tool), where, about)

    # Who

    def _named(self, key: str) -> str:
        if key not in self.actors:
            self.actors[key] = _ACTORS[key]
        return key

    def _speaker(self, stated: _Stated) -> str:
        if stated.role is not Role.ASSISTANT:
            return HUMAN if stated.role is Role.USER else PROGRAM
        model, run = stated.model, stated.run
        if model is UNSET and run is UNSET:
            return MODEL
        key = f"{MODEL}:{model or ''}" + (f"@{run}" if run else "")
        name = "assistant" if run is UNSET else "sub-agent"
        self.actors.setdefault(key, Actor(ActorKind.MODEL, name, model=model, instance=run))
        return key

    def _tool(self, tool: str | None) -> str:
        if tool is None:
            return TOOL
        self.actors.setdefault(key := f"{TOOL}:{tool}", Actor(ActorKind.TOOL, tool))
        return key


class _Stated:
    """What the fields of a step say, as far as they are of their types."""

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


def _detailed(drafts: list[Draft], pieces: Object) -> Iterator[Draft]:
    """Results with what Steno kept beside them; what is long is taken out of there."""
    known, fine, signed = pieces.get("results"), _places(pieces, "succeeded"), _places(pieces, "signed")
    for place, draft in enumerate(drafts):
        key, body = str(place), draft.body
        if isinstance(body, ToolResult):
            if place in signed and body.error is True:
                body = replace(body, error=UNSET, detail=UNSET)
            if place in fine and body.error is UNSET and not body.missing:
                body = replace(body, error=False)
            if type(known) is dict and key in known:
                body = replace(body, detail=known[key])
                known[key] = UNSET
        yield draft if body is draft.body else draft._replace(body=body)


def _places(pieces: Object, key: str) -> set[int]:
    listed = pieces.get(key)
    return {each for each in listed if type(each) is int} if type(listed) is list else set()


def _said(step: Object, key: str, expect: Wrong) -> str | UnsetType:
    """A text that says something."""
    value = _taken(step, key, expect)
    return value if value else UNSET


def _internal() -> dict[str, Any]:
    return {"visibility": Visibility.INTERNAL}


def _taken(step: Object, key: str, expect: Wrong) -> str | None:
    value = step.get(key)
    if value is None or type(value) is str:
        return value
    expect(f"/{key}", value, "text")
    return None


def _split(text: str | None, lengths: list[JSON]) -> list[str | None] | None:
    """A text as the blocks it was made of, None for one without a text; None where they do not fit it."""
    if not all(each is None or (type(each) is int and each >= 0) for each in lengths):
        return None
    counted = [each for each in lengths if each is not None]
    whole = sum(counted) + len(BETWEEN) * max(len(counted) - 1, 0)
    if whole != len(text or "") or bool(counted) is not (text is not None):
        return None
    found: list[str | None] = []
    position = 0
    for each in lengths:
        if each is None:
            found.append(None)
        else:
            found.append((text or "")[position : position + each])
            position += each + len(BETWEEN)
    return found


def _thought_blocks(text: str | None, stated: list[JSON]) -> list[tuple[ThoughtState, str | None]] | None:
    """The thoughts that a text was made of; None where what is stated does not fit it."""
    if not all(
        type(each) is list and len(each) == 2 and type(each[1]) is str and each[1] in _STATES for each in stated
    ):
        return None
    blocks = _split(text, [length for length, _ in stated])
    return None if blocks is None else [(_STATES[state], each) for (_, state), each in zip(stated, blocks, strict=True)]


_STATES: Final = {each.value: each for each in ThoughtState}


def _usage(stated: JSON, expect: Wrong) -> Usage | UnsetType:
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
