"""Reads the messages in GenAI spans, by OpenTelemetry's conventions.  Imports no OpenTelemetry.

The conventions are at version "development" and have moved: messages stand in attributes of the span
(`gen_ai.input.messages`), in those of one event (`gen_ai.client.inference.operation.details`), or, before 1.37, in one
event for each message (`gen_ai.user.message`, `gen_ai.choice`).  All three are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from steno.base.exact import JSON
from steno.integrations import openai_chat
from steno.integrations.message import CAME, SENT, Message, other, with_rest
from steno.integrations.shape import object_in, objects, taken, unquoted
from steno.record.block import Block, Fidelity, text, thinking, tool_result, tool_use

INPUT: Final = "gen_ai.input.messages"
OUTPUT: Final = "gen_ai.output.messages"
SYSTEM: Final = "gen_ai.system_instructions"
DETAILS: Final = "gen_ai.client.inference.operation.details"
_CONTENT = "gen_ai.event.content"
_SENT_EVENTS = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_CHOICE = "gen_ai.choice"
_USAGE = "gen_ai.usage."

Attributes = Mapping[str, JSON]
Events = Sequence[tuple[str, Attributes]]


def sent(attributes: Attributes, events: Events) -> list[Message]:
    """The messages that the model was given."""
    stated = _stated(attributes, events)
    system = [_block(each, SENT) for each in objects(unquoted(stated.get(SYSTEM)))]
    messages = [Message("system", system, {})] if system else []
    messages += [_message(each, SENT) for each in objects(unquoted(stated.get(INPUT)))]
    if messages:
        return messages
    bodies = [{"role": _SENT_EVENTS[name]} | _body(event) for name, event in events if name in _SENT_EVENTS]
    # These bodies are those of chat completions, but for the name of one id.
    return openai_chat.sent({"messages": [{"tool_call_id": each.get("id")} | each for each in bodies]})


def came(attributes: Attributes, events: Events) -> list[Message]:
    """The messages that the model gave, with what the span says of the reply.  One at least."""
    stated = _stated(attributes, events)
    more = _more(stated)
    messages = [_message(each, CAME) for each in objects(unquoted(stated.get(OUTPUT)))]
    if not messages:
        choices = [_body(event) for name, event in events if name == _CHOICE]
        messages = openai_chat.came({"choices": [_choice(each) for each in choices]})
    if not messages:
        return [Message("assistant", [], more | {"incomplete": "the span does not hold the content"})]
    return [each._replace(more=(more if index == 0 else {}) | each.more) for index, each in enumerate(messages)]


def _choice(body: dict[str, JSON]) -> dict[str, JSON]:
    return body | {"message": object_in(unquoted(body.get("message"))) or body}


def _stated(attributes: Attributes, events: Events) -> dict[str, JSON]:
    details = [event for name, event in events if name == DETAILS]
    return {key: value for each in (*details, attributes) for key, value in each.items()}


def _body(attributes: Attributes) -> dict[str, JSON]:
    body = object_in(unquoted(attributes.get(_CONTENT)))
    return body or {key: unquoted(value) for key, value in attributes.items() if not key.startswith("gen_ai.")}


def _more(attributes: Attributes) -> dict[str, JSON]:
    usage = {key.removeprefix(_USAGE): value for key, value in attributes.items() if key.startswith(_USAGE)}
    stated = {
        "model": attributes.get("gen_ai.response.model") or attributes.get("gen_ai.request.model"),
        "usage": usage or None,
        "response_id": attributes.get("gen_ai.response.id"),
    }
    rest = {
        key: value
        for key, value in attributes.items()
        if key not in (INPUT, OUTPUT, SYSTEM, "gen_ai.response.model", "gen_ai.response.id") and key[:13] != _USAGE
    }
    return taken(stated, *stated) | ({"attributes": rest} if rest else {})


def _message(message: dict[str, JSON], fidelity: Fidelity) -> Message:
    role = message.get("role")
    blocks = [_block(each, fidelity) for each in objects(message.get("parts"))]
    more = taken(message, "finish_reason", "name")
    if fidelity == CAME or role == "assistant":
        return Message("assistant", blocks, more)
    return Message("system" if role in ("system", "developer") else "user", blocks, more)


def _block(part: dict[str, JSON], fidelity: Fidelity) -> Block:
    match part:
        case {"type": "text", "content": str(said)}:
            return with_rest(text(said, fidelity), part, "content")
        case {"type": "reasoning", "content": str(thought)}:
            return with_rest(thinking(thought, fidelity), part, "content")
        case {"type": "tool_call"}:
            input = unquoted(part.get("arguments"))
            block = tool_use(part.get("name", ""), part.get("id", ""), input, fidelity)
            return with_rest(block, part, "name", "id", "arguments")
        case {"type": "tool_call_response"}:
            # The schema says `response`; the prose of some versions says `result`.
            block = tool_result(part.get("id", ""), part.get("response", part.get("result")), fidelity)
            return with_rest(block, part, "id", "response", "result")
    return other(part, fidelity)
