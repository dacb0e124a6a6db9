"""Steps as a conversation in the shape of OpenAI's chat API, which most trainers read.

System, user, assistant and tool messages; a call of a tool is in `tool_calls`, with its arguments as a text of JSON,
and what came back names the call.  Only what the log holds: a call without a result has no message after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON, encode
from steno.model import Derivation, Event, ToolCall
from steno.model.steps import Step
from steno.passes.derive.scripts import ONLY
from steno.views.scene import USER_MESSAGE, Row, Scene


def messages(scene: Scene, steps: Sequence[Step], *, asked: bool = False) -> list[Row]:
    """The messages of some steps; `asked`: they only say what an agent was given to do."""
    if asked:
        return [{"role": "user", "content": step.get("input")} for step in steps]
    return [message for _, group in groupby(steps, _response) for message in _group(scene, list(group))]


def _response(step: Step) -> object:
    """Calls of one answer are one message."""
    response = step.anchor.response
    return response if isinstance(response, str) and step.get("tool") is not None else step.anchor.uid


def _group(scene: Scene, steps: list[Step]) -> Iterator[Row]:
    first = steps[0]
    if first.get("tool") is None:
        yield _words(scene, first)
        return
    said = [text for step in steps if isinstance(text := step.get("reasoning"), str)]
    yield {
        "role": "assistant",
        "content": "\n\n".join(dict.fromkeys(said)) or None,
        **_thoughts(scene, first.anchor),
        "tool_calls": [_call(step) for step in steps],
    }
    for step in steps:
        if (output := step.get("output")) is not None:
            yield {"role": "tool", "tool_call_id": _id(step), "content": output}


def _words(scene: Scene, step: Step) -> Row:
    if step.action == USER_MESSAGE:
        return {"role": "user", "content": step.get("input")}
    content = step.get("output") if step.get("output") is not None else step.get("input")
    if step.get("actor") == "system":
        return {"role": "system", "content": content}
    return {"role": "assistant", "content": content, **_thoughts(scene, step.anchor)}


def _thoughts(scene: Scene, anchor: Event) -> Row:
    """What the agent thought before, where it is asked for and the log has it."""
    texts = scene.thoughts.get(anchor.response) if isinstance(anchor.response, str) else None
    return {"reasoning_content": "\n\n".join(texts)} if texts else {}


def _id(step: Step) -> str:
    return step.anchor.call if isinstance(step.anchor.call, str) else f"call_{step.anchor.uid}"


def _call(step: Step) -> Row:
    return {
        "id": _id(step),
        "type": "function",
        "function": {"name": _name(step), "arguments": _arguments(step)},
    }


def _name(step: Step) -> JSON:
    """The tool that the model called: of a script, the one that runs it and not the one that it calls."""
    body, note = step.anchor.body, step.notes.get("tool")
    unwrapped = note is not None and isinstance(note.author, Derivation) and note.author.rule == ONLY.name
    return body.tool if unwrapped and isinstance(body, ToolCall) else step.get("tool")


def _arguments(step: Step) -> str:
    """As a text that is a JSON object: that of the log, or, where the tool takes plain text, one that holds it."""
    body = step.anchor.body
    found: JSON = step.get("input")
    if isinstance(body, ToolCall) and body.arguments is not UNSET:
        found = body.arguments
    if isinstance(found, str):
        return found if _is_object(found) else encode({"input": found}).decode()
    return encode(found if isinstance(found, dict) else {} if found is None else {"input": found}).decode()


def _is_object(text: str) -> bool:
    try:
        return isinstance(msgspec.json.decode(text), dict)
    except (msgspec.MsgspecError, UnicodeError):
        return False
