"""The view `trajectory`: one row for each trace, with every step as state, action and next state, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from steno.model.steps import Step
from steno.views.losses import NO_STEPS, Skipped
from steno.views.scene import USER_MESSAGE, Row, Scene

SCHEMA: Final = "steno.view/trajectory/1"

_FIELDS: Final = (
    "turn", "actor", "surface", "execution_mode", "parallel_group", "reasoning", "input_source", "causal_type",
    "causal_note", "alternatives_considered", "eval_reason", "message_role", "feedback_type", "feedback_content",
    "started_at", "ended_at",
)  # fmt: skip


def rows(scene: Scene, skipped: Skipped) -> Iterator[Row]:
    if all(step.action == USER_MESSAGE for step in scene.steps):
        skipped.skip(NO_STEPS)
        return
    yield {
        **scene.head(SCHEMA),
        "steps": [_step(scene, step) for step in scene.steps],
        "terminal": scene.terminal,
    }


def _step(scene: Scene, step: Step) -> Row:
    first = scene.step(step.get("retry_of"))
    seen = scene.transition(step)
    links = scene.grades(step.notes, (*_FIELDS, "caused_by", "retry_of"))
    return {
        **scene.ref(step),
        **{key: step.get(key) for key in _FIELDS},
        "caused_by": scene.refs(step.get("caused_by")),
        "retry_of": None if first is None else scene.ref(first),
        **seen,
        "labels": scene.labels(step),
        "grades": {**seen["grades"], **links},
    }
