"""Walk over the steps of a trace and judge them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steno.api import judgements
from steno.api.progress import Progress, silent
from steno.api.subject import Subject, pen, subject
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.formats.forsy import words
from steno.notes.level import REVIEWED as REVIEWED
from steno.notes.pen import Pen
from steno.notes.sidecar import NotKept as NotKept
from steno.notes.walk import Walk

FEEDBACK_TYPES: Sequence[str] = words.FEEDBACK_TYPES


class Review(NamedTuple):
    """One author's review; every decision is kept at once."""

    walk: Walk
    notes: Path
    author: str

    def allowed(self, key: str, value: JSON) -> JSON:
        """The value to keep of a judgement; raises `UsageError` where this step has none such."""
        return judgements.of_step(key, value, self.walk.step, self.walk.steps)

    def feedback(self, text: str) -> str:
        """The type of feedback that a text begins; raises `UsageError`."""
        return judgements.chosen(text, FEEDBACK_TYPES)


def review(
    world: World,
    session: str,
    author: str | None,
    role: str | None,
    *,
    step: int | None = None,
    format: str | None = None,
    subagents: bool = True,
    report: Report = ignore,
    progress: Progress = silent,
) -> Review:
    """A review of the trace that a word names: from a step on, or from where the author's last one stopped."""
    writer = pen(world, author, role)
    about = subject(world, session, format=format, subagents=subagents, report=report, progress=progress)
    made = review_of(about, writer, session, report)
    if step is not None:
        made.walk.number = about.step(step).number
    return made


def review_of(about: Subject, writer: Pen, name: str, report: Report = ignore) -> Review:
    """A review of a trace that is read already, from where the author's last one stopped."""
    if not about.steps:
        raise UsageError(f"{name}: the trace has no steps, so there is nothing to review")
    return Review(Walk(about.trace, about.notes, writer, report), about.notes, writer.author)
