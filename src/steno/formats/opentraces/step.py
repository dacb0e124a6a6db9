"""One step of a record as the events that it describes.  Knows nothing of the rest of the record.

What events hold of a step's long texts is taken out of it; the rest stays, so that it can be written back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.opentraces import said
from steno.formats.opentraces.said import PROGRAM, Results, Said, Turns, Wrong, text_at
from steno.formats.opentraces.wire import BETWEEN, VALUE, Object
from steno.idioms import recognised
from steno.model import (
    Body,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Text,
    Thought,
    ThoughtState,
    Unknown,
    Visibility,
)


class Draft(NamedTuple):
    kind: Kind
    body: Body
    actor: str
    where: str
    """The pointer from the step."""
    about: dict[str, Any]


class Reader:
    """Reads steps in their order, and gathers who acts in them."""

    def __init__(self, models: Object | None = None) -> None:
        """`models` has what a log calls models, by their names in the record, where Steno wrote it."""
        self._turns = Turns(models)
        self.actors = self._turns.actors

    def read(self, step: JSON, index: int, place: Origin, pieces: Object, wrong: Wrong) -> list[Event]:
        """The events of a step, which is at `index` of `place`; `pieces` tells how its texts were made of blocks."""
        pointer = f"/steps/{index}"
        if type(step) is not dict:
            wrong(pointer, step, "object")
            origin = Origin(place.source, place.line, place.offset, place.length, pointer)
            unknown = Unknown("not an object")
            return [
                Event(
                    uid=str(index + 1), kind=Kind.UNKNOWN, body=unknown, origin=origin,
                    actor=self._turns.named(PROGRAM), residue=step,
                )
            ]  # fmt: skip

        def expect(where: str, value: JSON, kind: str) -> None:
            wrong(pointer + where, value, kind)

        stated = self._turns.of(step, index, expect)
        drafts = self._drafts(step, stated, pieces, expect)
        usage = said.usage(step.get("token_usage"), expect)
        return [
            Event(
                uid=said.uid(index, number, len(drafts)),
                kind=draft.kind,
                body=draft.body,
                origin=Origin(place.source, place.line, place.offset, place.length, pointer + draft.where),
                actor=self._turns.named(draft.actor),
                usage=UNSET if number else usage,
                residue=UNSET if number else step,
                signs=recognised(draft.body, draft.about.get("role", stated.role), self.actors[draft.actor].name),
                **{**stated.shared, **draft.about},
            )
            for number, draft in enumerate(drafts)
        ]

    def _drafts(self, step: Object, stated: Said, pieces: Object, expect: Wrong) -> list[Draft]:
        actor = self._turns.speaker(stated)
        results = Results(pieces)
        found = [
            *self._thoughts(step, actor, pieces, expect),
            *self._texts(step, actor, pieces, expect),
            *self._listed(step, "tool_calls", actor, self._call, expect),
            *self._listed(step, "observations", actor, partial(self._result, results), expect),
        ]
        if isinstance(stated.child, str) and found:
            calls = [index for index, draft in enumerate(found) if draft.kind is Kind.TOOL_CALL]
            found[said.starter(calls)].about["child_run"] = stated.child
        return found or [Draft(Kind.LIFECYCLE, Lifecycle("step"), actor, "", {"visibility": Visibility.METADATA})]

    # Texts

    def _texts(self, step: Object, actor: str, pieces: Object, expect: Wrong) -> list[Draft]:
        text = text_at(step, "content", expect)
        known = pieces.get("content")
        if (waited := said.waited(pieces.get("prompt"))) is not None:
            return [Draft(Kind.LIFECYCLE, waited, self._turns.named(PROGRAM), "", {**said.PROMPT})]
        if text is None and known is None:
            return []
        blocks = _split(text, known) if type(known) is list else None
        if blocks is None:
            blocks = [text] if text else []
        if text is not None and blocks:
            step["content"] = UNSET
        return [Draft(Kind.MESSAGE, Text(each), actor, "/content", {}) for each in blocks if each is not None]

    def _thoughts(self, step: Object, actor: str, pieces: Object, expect: Wrong) -> list[Draft]:
        text = text_at(step, "reasoning_content", expect)
        stated = pieces.get("reasoning")
        if text is None and stated is None:
            return []
        blocks = _thought_blocks(text, stated) if type(stated) is list else None
        if blocks is None:
            blocks = [(ThoughtState.FULL, text)] if text else []
        if any(each is not None for _, each in blocks):
            step["reasoning_content"] = UNSET
        bodies = [Thought(state, UNSET if each is None else each) for state, each in blocks]
        return [Draft(Kind.THOUGHT, body, actor, "/reasoning_content", {**said.THOUGHT}) for body in bodies]

    # Tools

    def _listed(
        self, step: Object, key: str, actor: str, read: Callable[[Object, str, int], Draft | None], expect: Wrong
    ) -> list[Draft]:
        listed = step.get(key)
        if not listed and (listed is None or type(listed) is list):
            return []
        if type(listed) is not list:
            expect(f"/{key}", listed, "array")
            return []
        found: list[Draft] = []
        for place, each in enumerate(listed):
            draft = read(each, actor, place) if type(each) is dict else None
            if draft is None:
                where = f"/{key}/{place}"
                expect(where, each, "object with its ids and names as texts")
                draft = Draft(Kind.UNKNOWN, Unknown(key), actor, where, {**said.CALL})
            found.append(draft)
        return found

    def _call(self, stated: Object, actor: str, place: int) -> Draft | None:
        body = said.call(stated)
        if body is None:
            return None
        if "input" in stated:
            stated["input"] = {VALUE: UNSET} if said.is_value(stated["input"]) else UNSET
        about: dict[str, Any] = {**said.CALL}
        if isinstance(id := said.call_id(stated.get("tool_call_id")), str):
            about["call"] = id
            self._turns.calls(id, body.tool)
        return Draft(Kind.TOOL_CALL, body, actor, f"/tool_calls/{place}", about)

    def _result(self, results: Results, seen: Object, actor: str, place: int) -> Draft | None:
        body = results.of(seen, place)
        if body is None:
            return None
        if seen.get("content") is not None:
            seen["content"] = UNSET
        results.take(place)
        answered = seen.get("source_call_id")
        about: dict[str, Any] = {**said.RESULT}
        if isinstance(id := said.call_id(answered), str):
            about["call"] = id
        return Draft(Kind.TOOL_RESULT, body, self._turns.answers(answered), f"/observations/{place}", about)


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
