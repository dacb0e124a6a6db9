"""Where each value of a step comes from: whether it stands in the log, a rule computed it, or somebody said it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec import Struct

from steno.base.exact import JSON
from steno.base.memory import uncollected
from steno.errors import Unreadable
from steno.model import Derivation, Note, Origin, Trace
from steno.model.calls import spelled
from steno.model.steps import FIELDS, STEP, Step, steps
from steno.passes.derive import COPIES, RULES
from steno.passes.derive.coverage import standing
from steno.session import with_steps
from steno.viewer.full import row_named
from steno.viewer.texts import one_line
from steno.viewer.view import View

MOST: Final = 300_000
"""A session of more events has more notes than memory."""
_LONGEST: Final = 2000


class Field(Struct, omit_defaults=True, kw_only=True):
    """One value of a step."""

    field: str
    how: str
    """`observed`, `derived`, `annotated` or `absent`."""
    value: Any = None
    more: int | None = None
    """How many characters are left out of the value."""
    rule: str | None = None
    """The code of the rule that computed it."""
    why: str | None = None
    """Who said it, and when."""
    lines: list[int] | None = None
    """Of the log, on which it rests."""


class Rule(Struct, frozen=True):
    name: str
    page: str


class Evidence(Struct, kw_only=True):
    step: int | None
    """The number of the step; None where the row is part of none."""
    counts: dict[str, int]
    fields: list[Field]
    rules: dict[str, Rule]


class Explained:
    """The steps of one trace, made once."""

    def __init__(self, trace: Trace) -> None:
        if len(trace.events) > MOST:
            raise Unreadable(f"a session of {len(trace.events):,} events is too long to be explained here")
        with uncollected(kept=True):
            self._trace = with_steps(trace)
            self.steps = {step.anchor.uid: step for step in steps(self._trace)}
        self._lines = {event.uid: event.origin.line for event in self._trace.events if isinstance(event.origin, Origin)}
        self._holders: dict[str, Step] = {}
        for step in self.steps.values():
            for uid in step.notes[STEP].evidence:
                self._holders.setdefault(uid, step)

    def step(self, uids: list[str]) -> Step | None:
        """The step that stands on one of some events, or else rests on one."""
        anchored = (self.steps.get(uid) for uid in uids)
        resting = (self._holders.get(uid) for uid in uids)
        return next((each for each in (*anchored, *resting) if each is not None), None)

    def lines(self, note: Note) -> list[int] | None:
        return sorted({self._lines[uid] for uid in note.evidence if uid in self._lines}) or None

    def number(self, note: Note) -> JSON:
        """The value, with the numbers of steps for the uids that stand for them."""
        value = note.value
        if note.key == "caused_by" and isinstance(value, list):
            return [self._numbered(each) for each in value]
        return self._numbered(value) if note.key == "retry_of" else value

    def _numbered(self, uid: JSON) -> JSON:
        step = self.steps.get(uid) if isinstance(uid, str) else None
        return uid if step is None else step.number


def evidence(view: View, n: int, explained: Explained) -> Evidence:
    """What is known of the row of an event, field by field; raises `NotFound`."""
    row = row_named(view, n)
    back = view.index.back[row]
    places = [view.index.at[row], *view.index.more.get(row, ()), *([back] if back >= 0 else [])]
    step = explained.step([view.events[at].uid for at in places])
    if step is None:
        return Evidence(step=None, counts={}, fields=[], rules={})
    fields = [_field(key, step.notes.get(key), explained) for key in (STEP, *FIELDS)]
    rules = {each.rule: rule for each in fields if each.rule and (rule := _rule(each.rule)) is not None}
    return Evidence(step=step.number, counts=dict(Counter(each.how for each in fields)), fields=fields, rules=rules)


def _field(key: str, note: Note | None, explained: Explained) -> Field:
    if note is None:
        return Field(field=key, how="absent")
    value, more = explained.number(note), 0
    text = value if isinstance(value, str) else spelled(value)
    if len(text) > _LONGEST:
        value, more = one_line(text, _LONGEST)
    made = Field(field=key, how=standing(note, COPIES), value=value, more=more or None, lines=explained.lines(note))
    if isinstance(note.author, Derivation):
        known = RULES.get(note.author.rule)
        made.rule = known.code if known is not None else note.author.rule
    else:
        made.why = f"{note.author}, {note.time}" if isinstance(note.time, str) else note.author
    return made


def _rule(code: str) -> Rule | None:
    return next((Rule(each.name, each.page) for each in RULES.values() if each.code == code), None)
