"""The view `process-reward`: one row for each step of which something says how good it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from steno.views.losses import NO_LABEL, Skipped
from steno.views.scene import USER_MESSAGE, Row, Scene

SCHEMA: Final = "steno.view/process-reward/1"


def rows(scene: Scene, skipped: Skipped) -> Iterator[Row]:
    for step in scene.steps:
        if step.action == USER_MESSAGE:
            continue
        labels = scene.labels(step)
        if all(each is None for each in labels.values()):
            skipped.skip(NO_LABEL)
            continue
        request, first = scene.requests.get(step.number), scene.step(step.get("retry_of"))
        seen = scene.transition(step)
        yield {
            **scene.head(SCHEMA, step),
            "request": None if request is None else scene.ref(request),
            "caused_by": scene.refs(step.get("caused_by")),
            "retry_of": None if first is None else scene.ref(first),
            **seen,
            "eval_reason": step.get("eval_reason"),
            "labels": labels,
            "grades": {**seen["grades"], **scene.grades(step.notes, ("caused_by", "retry_of", "eval_reason"))},
        }
