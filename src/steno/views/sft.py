"""The view `sft`: what was asked, how the agent went about it, and what it answered.

One row for each answer, with all that the same agent heard and did since its answer before: as `messages` in the shape
that trainers read, and as `steps` with where each word comes from.  The rows of a trace in their order are the whole
conversation: nothing is in two rows, but for the system prompt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from steno.model.steps import Step
from steno.views import chat
from steno.views.losses import NO_ANSWER, REJECTED, Skipped
from steno.views.scene import OUTPUT, USER_MESSAGE, Row, Scene, failed

SCHEMA: Final = "steno.view/sft/2"

_SUB: Final = "subagent"
_CALL: Final = ("operation", "tool", "input")
_MAIN: Final = ""
"""The thread of whoever talks with the user."""


def rows(scene: Scene, skipped: Skipped) -> Iterator[Row]:
    threads: defaultdict[str, list[Step]] = defaultdict(list)
    for step in scene.steps:
        thread = _thread(step)
        if not _answers(step):
            threads[thread].append(step)
            continue
        work = threads.pop(thread, [])
        if not (asked := _asked(work, step, scene)) or _text(step) is None:
            skipped.skip(NO_ANSWER)
        elif failed(step) is not None:
            skipped.skip(REJECTED)
        else:
            yield _row(scene, asked, work, step)
    for work in threads.values():
        if any(step.action != USER_MESSAGE for step in work):
            skipped.skip(NO_ANSWER)


def _answers(step: Step) -> bool:
    """Whether work ends here: with a final answer, or with the last word of a sub-agent to whoever started it."""
    return step.action == OUTPUT or (step.get("operation") == "answer" and step.get("tool") is None)


def _thread(step: Step) -> str:
    actor = step.get("actor")
    return actor if isinstance(actor, str) and actor.partition(":")[0] == _SUB else _MAIN


def _asked(work: list[Step], answer: Step, scene: Scene) -> list[Step]:
    """What the work is a reply to: the user's messages in it; for a sub-agent, the call that started it."""
    if heard := [step for step in work if step.action == USER_MESSAGE]:
        return heard
    causes = (work[0] if work else answer).get("caused_by")
    found = (scene.step(uid) for uid in causes) if isinstance(causes, list) else ()
    return [step for step in found if step is not None and step.get("input") is not None]


def _row(scene: Scene, asked: list[Step], work: list[Step], answer: Step) -> Row:
    given = [] if asked[0] in work else asked
    before = [_prompt(scene, step) for step in given]
    return {
        **scene.head(SCHEMA, answer),
        "messages": [
            *_system(scene, answer),
            *chat.messages(scene, given, asked=True),
            *chat.messages(scene, [*work, answer]),
        ],
        "steps": [*before, *(message for step in (*work, answer) for message in _messages(scene, step))],
        "labels": {
            "completion": scene.evidence(answer.notes[_key(answer)]),
            **scene.labels(answer),
        },
    }


def _system(scene: Scene, answer: Step) -> list[Row]:
    """The system prompt of whoever talks with the user; a sub-agent has another one."""
    known = scene.system_prompt is not None and _thread(answer) == _MAIN
    return [{"role": "system", "content": scene.system_prompt}] if known else []


def _prompt(scene: Scene, step: Step) -> Row:
    """What one agent gave another to do."""
    return _message(scene, step, "user", "input")


def _messages(scene: Scene, step: Step) -> Iterator[Row]:
    """A step as it stands in a conversation: a tool call and what came back are two messages."""
    if step.action == USER_MESSAGE:
        yield _message(scene, step, "user", "input")
    elif step.get("tool") is not None:
        call = {key: step.get(key) for key in _CALL}
        said = scene.said(step)
        grades = scene.grades(step.notes, (*(() if said is None else ("reasoning",)), *_CALL))
        yield _message(scene, step, "assistant", "reasoning") | call | {"content": said, "grades": grades}
        yield _message(scene, step, "tool", "output") | {"actor": None, "tool": step.get("tool")}
    else:
        role = "system" if step.get("actor") == "system" else "assistant"
        yield _message(scene, step, role, _key(step))


def _message(scene: Scene, step: Step, role: str, key: str) -> Row:
    return {
        "role": role,
        **scene.ref(step),
        "actor": step.get("actor"),
        "content": step.get(key),
        **dict.fromkeys(_CALL),
        "grades": scene.grades(step.notes, (key,)),
    }


def _key(step: Step) -> str:
    """Where the words of a step without a tool stand."""
    return "output" if step.get("output") is not None else "input"


def _text(step: Step) -> object:
    return step.get(_key(step))
