"""A trace as every view looks at it: its steps, what they refer to, and what grade each value has.  Knows no view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from steno.base.exact import JSON
from steno.formats.forsy.fresh import Fresh
from steno.model import Derivation, Note, Text, Thought, Trace
from steno.model.steps import ACTIONS, Step, whole
from steno.passes.derive.reasons import SHARED
from steno.passes.derive.whole import UNDECIDED
from steno.views.grade import Grades

Row = dict[str, JSON]

USER_MESSAGE, _, OUTPUT, _ = ACTIONS
_ACTION: Final = ("operation", "tool", "input")
_CONTEXT: Final = ("task", "system_prompt", "skills", "memory", "agent_tools")
_TERMINAL: Final = ("final_output", "static_output")
_LABELS: Final = ("eval", "success", "directive")
_OUTCOME: Final = ("termination_reason", "goal_achieved", "goal_notes", "learning")


class Scene:
    """One trace, its steps derived already."""

    def __init__(self, trace: Trace, *, prompt_text: bool = False, thoughts: bool = False) -> None:
        forsy = Fresh(trace, prompt_text=prompt_text)
        self.steps = forsy.steps
        prompts = list(trace.header.system_prompts.values())
        self.system_prompt = prompts[0] if prompt_text and len(prompts) == 1 else None
        """Its text, where that is asked for and there is one."""
        self.thoughts = _thoughts(trace) if thoughts else {}
        """By response, where they are asked for."""
        self._whole = whole(trace)
        self._top = forsy.top([])
        self._named = any(trace.header.ids.values())
        self._definitions = {name: each for name, each in trace.header.tools.items() if each is not None}
        self._by_uid = {step.anchor.uid: step for step in self.steps}
        self._events = {event.uid: event for event in trace.events}
        self._grades = Grades(self._events, trace.header.actors)

    # What every row has

    def head(self, schema: str, step: Step | None = None) -> Row:
        """Which view and trace a row is of, how far the trace may be trusted, and which step it is about."""
        about = {} if step is None else {**self.ref(step), "turn": step.get("turn"), "actor": step.get("actor")}
        trace = self._top["trace_id"] if self._named else None
        return {"schema": schema, "trace": trace, **about, "trust": self._trust}

    @cached_property
    def _trust(self) -> Row:
        level = self._whole.get("validation_level")
        return {
            "trace_mode": self._top["trace_mode"],
            "validation_level": self._top["validation_level"],
            "validation_grade": None if level is None else self._grades.grade(level),
            "agent_confidence": self._top["summary"]["agent_confidence"],
        }

    @cached_property
    def context(self) -> Row:
        """What the agent knew and could do before it began."""
        known = {key: self._top[key] for key in _CONTEXT}
        grades = self.grades(self._whole, _CONTEXT)
        return {**known, "tool_definitions": self._definitions or None, "grades": grades}

    @cached_property
    def terminal(self) -> Row:
        """What the work led to, and what is said of that."""
        known = {key: self._top[key] for key in _TERMINAL}
        said = {key: note for key in _OUTCOME if (note := self._whole.get(key)) is not None and _is_decided(note)}
        labels = {key: self.label(said.get(key)) for key in _OUTCOME}
        return {**known, "labels": labels, "grades": self.grades(self._whole, _TERMINAL)}

    def said(self, step: Step) -> JSON:
        """What the agent said openly before a call: of a reason that the log has, the words without the thinking."""
        note = step.notes.get("reasoning")
        if note is None or not isinstance(note.author, Derivation):
            return None if note is None else note.value
        if note.author.rule == SHARED.name:
            return None  # said once, before the first of these calls
        bodies = (self._events[uid].body for uid in note.evidence if uid in self._events)
        return "\n".join(body.text for body in bodies if isinstance(body, Text)) or None

    # References

    def step(self, uid: JSON) -> Step | None:
        return self._by_uid.get(uid) if isinstance(uid, str) else None

    def ref(self, step: Step) -> Row:
        return {"step": step.number, "uid": step.anchor.uid}

    def refs(self, uids: JSON) -> list[Row] | None:
        """The steps that a field names; None where it names none."""
        found = [self.step(uid) for uid in uids] if isinstance(uids, list) else []
        return [self.ref(each) for each in found if each is not None] or None

    @cached_property
    def requests(self) -> dict[int, Step]:
        """For each step, by number, the latest message of the user before it."""
        found: dict[int, Step] = {}
        latest = None
        for step in self.steps:
            if latest is not None:
                found[step.number] = latest
            if step.action == USER_MESSAGE:
                latest = step
        return found

    # Steps

    def action(self, step: Step) -> Row:
        return {"action": step.action, **{key: step.get(key) for key in _ACTION}}

    def taken(self, step: Step) -> Row:
        """An action with what came of it: one side of a pair."""
        return {
            **self.ref(step),
            "actor": step.get("actor"),
            **self.action(step),
            "output": step.get("output"),
            "state_change": step.get("state_change"),
            "grades": self.grades(step.notes, (*_ACTION, "output", "state_change")),
        }

    def transition(self, step: Step) -> Row:
        """State, action, next state."""
        return {
            "state": {"observation": step.get("observation")},
            "action": self.action(step),
            "next_state": {"output": step.get("output"), "state_change": step.get("state_change")},
            "grades": self.grades(step.notes, ("observation", *_ACTION, "output", "state_change")),
        }

    # Labels

    def grades(self, notes: Mapping[str, Note], keys: Iterable[str]) -> Row:
        """The grade of each of some fields that are known."""
        return {key: self._grades.grade(notes[key]) for key in keys if key in notes}

    def label(self, note: Note | None) -> Row | None:
        """A value with its grade; None where it is not known."""
        return None if note is None else {"value": note.value, **self._grades.evidence(note)}

    def evidence(self, note: Note) -> Row:
        return self._grades.evidence(note)

    def labels(self, step: Step) -> Row:
        """All that is said of how good a step was."""
        known = {key: self.label(step.notes.get(key)) for key in _LABELS}
        if not _decided(step):
            known["eval"] = None
        return {**known, "feedback": self._feedback.get(step.anchor.uid)}

    @cached_property
    def _feedback(self) -> dict[str, list[Row]]:
        """What users said of earlier steps, by the steps' uids."""
        found: defaultdict[str, list[Row]] = defaultdict(list)
        for step in self.steps:
            note = step.notes.get("feedback_type")
            if note is None or step.action != USER_MESSAGE:
                continue
            causes = step.get("caused_by")
            said = {"type": note.value, "content": step.get("feedback_content"), "words": step.get("input")}
            label = {"value": {**self.ref(step), **said}, **self._grades.evidence(note)}
            for uid in causes if isinstance(causes, list) else ():
                if self.step(uid) is not None:
                    found[uid].append(label)
        return dict(found)


def _thoughts(trace: Trace) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in trace.events:
        if isinstance(event.body, Thought) and isinstance(event.body.text, str) and isinstance(event.response, str):
            found.setdefault(event.response, []).append(event.body.text)
    return found


def _decided(step: Step) -> bool:
    """Whether a score says something: that of a message is always 0, and a rule's 0 says that no rule could tell."""
    note = step.notes.get("eval")
    if note is None or step.action == USER_MESSAGE:
        return False
    return note.value != 0 or not isinstance(note.author, Derivation)


def failed(step: Step) -> Note | None:
    """What says that a step went wrong; None where nothing does."""
    for key, bad in (("eval", -1), ("success", False)):
        if (note := step.notes.get(key)) is not None and note.value == bad and type(note.value) is type(bad):
            return note
    return None


def worked(step: Step) -> Note | None:
    """What says that a step went well, where nothing says that it went wrong."""
    if failed(step) is not None:
        return None
    for key, good in (("eval", 1), ("success", True)):
        if (note := step.notes.get(key)) is not None and note.value == good and type(note.value) is type(good):
            return note
    return None


def _is_decided(note: Note) -> bool:
    """Whether a note says something; that nothing is known is no label to learn from."""
    return not (isinstance(note.author, Derivation) and note.author.rule == UNDECIDED.name)
