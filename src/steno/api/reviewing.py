"""Review a session from the viewer: the steps as they are judged, written by the same code as `steno review`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from steno.api.mask import Mask
from steno.api.review import FEEDBACK_TYPES, REVIEWED, Review, review_of
from steno.api.subject import ROLES, pen, subject_of
from steno.api.view import Desk
from steno.base.exact import JSON
from steno.errors import UsageError
from steno.model.event import Derivation
from steno.model.steps import Step
from steno.viewer.masked import Pending
from steno.viewer.row import Row
from steno.viewer.rows import Rows
from steno.viewer.view import View

JUDGED: Final = ("eval", "eval_reason", "directive", "feedback_type", "feedback_content", "success", "observation",
                 "reasoning", "state_change", "alternatives_considered", "causal_note", "message_role")  # fmt: skip
"""What is shown of a step, where somebody or a rule says it."""
_MOST: Final = 500
_LONGEST: Final = 4000


class Said(Struct, kw_only=True, omit_defaults=True):
    value: JSON
    by: str
    derived: bool = False


class Judged(Struct, kw_only=True, omit_defaults=True):
    """One step, and what is said of it."""

    number: int
    action: str
    row: Row | None = None
    """None where the session has grown, and this is not shown yet."""
    reviewed: bool = False
    said: dict[str, Said] = {}


class Progress(Struct, kw_only=True):
    """How far a review is."""

    author: str
    steps: int
    reviewed: int
    at: int
    """The step to go on with."""
    level: str | None
    """The validation level that this review gives, once every step is reviewed."""
    notes: str
    """Where they are kept."""


class Roll(Struct, kw_only=True):
    progress: Progress
    first: int
    rows: list[Judged]
    feedback: list[str]
    roles: list[str]


class Nobody(Struct, kw_only=True):
    """Before anybody has said who they are."""

    author: None = None
    name: str | None
    role: str | None
    """What the environment suggests."""
    roles: list[str]


class Reviewing:
    """The reviews of this server, one for each author of each session."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._lock = desk, threading.RLock()
        self._open: dict[tuple[str, str, str], tuple[Review, int]] = {}

    def roll(
        self, key: str, name: str, role: str, first: int, count: int, level: str | None
    ) -> Roll | Nobody | Pending:
        """The steps from one on, with what is said of them."""
        if not name:
            environ = self._desk.world.environ
            return Nobody(name=environ.get("STENO_AUTHOR"), role=environ.get("STENO_ROLE"), roles=[*ROLES])
        view = self._desk.view(key, level)
        if isinstance(view, Pending):
            return view
        with self._lock:
            review = self._review(key, name, role)
            review.walk.refresh()
            first = max(1, first)
            last = min(len(review.walk.steps), first - 1 + min(max(0, count), _MOST))
            rows = self._judged(review, view, range(first, last + 1), Mask(self._desk.world, self._desk.level(level)))
            return Roll(
                progress=self._progress(review, level), first=first, rows=rows, feedback=[*FEEDBACK_TYPES],
                roles=[*ROLES],
            )  # fmt: skip

    def judge(self, key: str, body: Mapping[str, Any]) -> Roll | Pending:
        """Say something of a step, mark it as reviewed, or both; all or nothing.  Raises `UsageError`."""
        name, role, step = _text(body, "author"), _text(body, "role"), body.get("step")
        said = body.get("say") or {}
        if type(step) is not int or not isinstance(said, dict):
            raise UsageError("step is the number of a step, and say an object of judgements")
        with self._lock:
            review = self._review(key, name, role)
            if not 1 <= step <= len(review.walk.steps):
                raise UsageError(f"no step {step}: the trace has {len(review.walk.steps)}")
            review.walk.refresh()
            review.walk.number = step
            allowed = {str(each): review.allowed(str(each), _short(value)) for each, value in said.items()}
            for each, value in allowed.items():
                review.walk.judge(each, value)
            if body.get("reviewed") is True and not review.walk.mark():
                raise UsageError("somebody else has written about this step meanwhile: look at it again")
            return self._after(key, review, step)

    def undo(self, key: str, body: Mapping[str, Any]) -> Roll | Pending:
        """Take back the author's last note; raises `UsageError` where there is none."""
        with self._lock:
            review = self._review(key, _text(body, "author"), _text(body, "role"))
            if review.walk.undo() is None:
                raise UsageError("there is nothing of yours to take back")
            return self._after(key, review, review.walk.number)

    def _after(self, key: str, review: Review, step: int) -> Roll | Pending:
        level = self._desk.level(None)
        view = self._desk.view(key, level)
        if isinstance(view, Pending):
            return view
        rows = self._judged(review, view, range(step, step + 1), Mask(self._desk.world, level))
        return Roll(
            progress=self._progress(review, level), first=step, rows=rows, feedback=[*FEEDBACK_TYPES], roles=[*ROLES]
        )

    def _review(self, key: str, name: str, role: str) -> Review:
        """Made anew where the session has grown."""
        writer = pen(self._desk.world, name, role)
        opened = self._desk.opened(key)
        opened.refresh()
        opened.whole()
        length = len(opened.view().events)
        known = self._open.get((key, name, role))
        if known is None or known[1] != length:
            source = self._desk.source(key)
            known = review_of(subject_of(self._desk.world, source), writer, source.name), length
            self._open[key, name, role] = known
        return known[0]

    def _judged(self, review: Review, view: View, numbers: range, mask: Mask) -> list[Judged]:
        places = {event.uid: at for at, event in enumerate(view.events)}
        make, good = Rows(view), {*review.walk.left}
        found, before = [], review.walk.number
        for number in numbers:
            review.walk.number = number
            step = review.walk.step
            at = places.get(step.anchor.uid)
            found.append(
                Judged(
                    number=number,
                    action=step.action,
                    reviewed=number not in good,
                    said=_said(step, mask),
                    row=None if at is None else make.row(view.index.row_of[at]),
                )
            )
        review.walk.number = before
        return found

    def _progress(self, review: Review, level: str | None) -> Progress:
        walk, state = review.walk, review.walk.review_state()
        mask = Mask(self._desk.world, self._desk.level(level))
        left = walk.left
        return Progress(
            author=str(mask.piece(review.author)),
            steps=len(walk.steps),
            reviewed=len(walk.steps) - len(left),
            at=walk.number if walk.number in left else next(iter(left), walk.number),
            level=state.level if state is not None and state.complete else None,
            notes=str(mask.piece(str(review.notes))),
        )


def _said(step: Step, mask: Mask) -> dict[str, Said]:
    found = {}
    for name in JUDGED:
        note = step.notes.get(name)
        if note is not None and name != REVIEWED and note.value is not None:
            derived = isinstance(note.author, Derivation)
            by = note.author.rule if isinstance(note.author, Derivation) else str(mask.piece(str(note.author)))
            found[name] = Said(value=mask.piece(note.value), by=by, derived=derived)
    return found


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise UsageError(f"{name} is missing")
    return value


def _short(value: Any) -> JSON:
    if isinstance(value, str) and len(value) > _LONGEST:
        raise UsageError(f"a judgement has at most {_LONGEST:,} characters, this one {len(value):,}")
    if value is None or isinstance(value, str | bool | int | list):
        return value
    raise UsageError("a judgement is a text, a number, a list, or true or false")
