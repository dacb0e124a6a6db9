"""The view `preference`: two actions of which one is known to be better, or one with a directive what to do instead.

A pair is a step that failed and the retry of it that worked.  A directive counts where a named author gave it.  Nothing
else is a pair: what merely came later is not better for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from steno.base.exact import JSON, BadJSON, decode
from steno.model.steps import Step
from steno.views.grade import named
from steno.views.losses import NO_PAIR, SAME_ACTION, Skipped
from steno.views.scene import USER_MESSAGE, Row, Scene, failed, worked

SCHEMA: Final = "steno.view/preference/1"

_REMARK: Final = "description"


def rows(scene: Scene, skipped: Skipped) -> Iterator[Row]:
    retries: dict[str, list[Step]] = {}
    for step in scene.steps:
        if (first := scene.step(step.get("retry_of"))) is not None and first.number < step.number:
            retries.setdefault(first.anchor.uid, []).append(step)
    for step in scene.steps:
        if step.action == USER_MESSAGE:
            continue
        again = retries.get(step.anchor.uid, [])
        better = [each for each in again if worked(each) is not None] if failed(step) is not None else []
        others = [each for each in better if _deed(each) != _deed(step)]
        for each in others:
            yield _row(scene, step, each)
        if others:
            continue
        if _directed(step):
            yield _row(scene, step, None)
        elif again or failed(step) is not None:
            skipped.skip(SAME_ACTION if better else NO_PAIR)


def _deed(step: Step) -> tuple[JSON, ...]:
    """What a step does, as far as that can be compared.  What a command is said to be for does nothing."""
    given = step.get("input")
    if step.get("surface") == "cli" and isinstance(given, str) and given.startswith("{"):
        try:
            arguments = decode(given.encode("utf-8", "surrogatepass")).value
        except BadJSON:
            return step.get("tool"), given
        given = {key: each for key, each in arguments.items() if key != _REMARK}
    return step.get("tool"), given


def _directed(step: Step) -> bool:
    note = step.notes.get("directive")
    return note is not None and note.value is not None and named(note.author)


def _row(scene: Scene, step: Step, better: Step | None) -> Row:
    request = scene.requests.get(step.number)
    wrong, right = failed(step), None if better is None else worked(better)
    return {
        **scene.head(SCHEMA, step),
        "pair": "directive" if better is None else "retry",
        "request": None if request is None else {**scene.ref(request), "input": request.get("input")},
        "state": {"observation": step.get("observation")},
        "rejected": scene.taken(step),
        "chosen": None if better is None else scene.taken(better),
        "alternatives_considered": step.get("alternatives_considered"),
        "labels": {
            "rejected": None if wrong is None else {"by": wrong.key, **(scene.label(wrong) or {})},
            "chosen": None if right is None else {"by": right.key, **(scene.label(right) or {})},
            "retry": None if better is None else scene.evidence(better.notes["retry_of"]),
            "directive": scene.label(step.notes.get("directive")),
        },
        "grades": scene.grades(step.notes, ("observation", "alternatives_considered")),
    }
