"""Reads OpenAI's responses: requests, replies, and the events of a streamed reply.  Calls nobody."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.integrations.message import CAME, SENT, Message, other, stated, with_rest
from steno.integrations.pieces import grown, joined
from steno.integrations.shape import number, object_in, objects, taken, unquoted, word
from steno.record.block import Block, Fidelity, text, thinking, tool_result, tool_use

_ENDS = frozenset(("response.completed", "response.incomplete", "response.failed"))
_PIECES = {
    "response.output_text.delta": ("content", "output_text", "text"),
    "response.refusal.delta": ("content", "refusal", "refusal"),
    "response.reasoning_text.delta": ("content", "reasoning_text", "text"),
    "response.reasoning_summary_text.delta": ("summary", "summary_text", "text"),
}
"""The events that carry a piece of a text: the list it stands in, the type of its part, the field."""
_TEXT_PIECES = {
    "response.function_call_arguments.delta": "arguments",
    "response.mcp_call_arguments.delta": "arguments",
    "response.custom_tool_call_input.delta": "input",
    "response.code_interpreter_call_code.delta": "code",
}
"""The events that carry a piece of one field of an item."""


def sent(body: JSON) -> list[Message]:
    """The messages of a request.  Items of the model that follow each other are one reply, as they came."""
    body = object_in(body)
    messages = []
    if isinstance(body.get("instructions"), str):
        messages.append(Message("system", [text(body["instructions"], SENT)], {}))
    given = body.get("input")
    if isinstance(given, str):
        messages.append(Message("user", [text(given, SENT)], {}))
    for item in objects(given):
        message = _item(item, SENT)
        if messages and message.role == messages[-1].role == "assistant":
            messages[-1].blocks.extend(message.blocks)
        else:
            messages.append(message)
    if messages:
        messages[-1].more.update(taken(body, "previous_response_id", "conversation"))
    return messages


def came(reply: JSON) -> list[Message]:
    """The one message of a reply."""
    more = stated(reply, "model", "usage", "service_tier", "status", "incomplete_details", "error")
    blocks = [block for item in objects(object_in(reply).get("output")) for block in _item(item, CAME).blocks]
    return [Message("assistant", blocks, more)]


class Events:
    """A streamed reply, put together: the last event states it whole, the pieces serve where that does not come."""

    def __init__(self) -> None:
        self.complete = False
        self._reply: dict[str, JSON] = {}
        self._items: dict[int, dict[str, JSON]] = {}
        self._parts: dict[int, dict[tuple[str, int], dict[str, JSON]]] = {}
        """The parts that grow: by item, then by list and number."""

    def add(self, event: JSON) -> None:
        event = object_in(event)
        type = word(event.get("type"))
        if isinstance(event.get("response"), dict):
            self._reply = event["response"]
            self.complete = type in _ENDS
        elif type == "error":
            self._reply["error"] = taken(event, "code", "message", "param")
        elif type in ("response.output_item.added", "response.output_item.done"):
            self._items[number(event.get("output_index"))] = object_in(event.get("item"))
            self._parts.pop(number(event.get("output_index")), None)
        elif (type in _PIECES or type in _TEXT_PIECES) and isinstance(event.get("delta"), str):
            self._join(event, type, number(event.get("output_index")))

    def reply(self) -> JSON:
        """The reply as far as it came."""
        return self._reply if self.complete else self._reply | {"output": joined(list(self._items.values()))}

    def _join(self, event: dict[str, JSON], type: str, at: int) -> None:
        item = self._items.setdefault(at, {})
        if type in _TEXT_PIECES:
            field = _TEXT_PIECES[type]
            item[field] = grown(item.get(field), event["delta"])
            return
        place, kind, field = _PIECES[type]
        index = number(event.get("summary_index" if place == "summary" else "content_index"))
        parts = self._parts.setdefault(at, {})
        if (place, index) not in parts:
            parts[place, index] = {"type": kind}
            item[place] = [*objects(item.get(place)), parts[place, index]]
        part = parts[place, index]
        part[field] = grown(part.get(field), event["delta"])


def _item(item: dict[str, JSON], fidelity: Fidelity) -> Message:
    type = word(item.get("type"))
    if type == "message" or "type" not in item:
        role = item.get("role", "assistant")
        blocks = _content(item.get("content"), fidelity)
        if role in ("system", "developer"):
            return Message("system", blocks, {})
        return Message("assistant" if role == "assistant" else "user", blocks, {})
    if type == "reasoning":
        return Message("assistant", _thoughts(item, fidelity), {})
    id = item.get("call_id") or item.get("id", "")
    if type == "function_call":
        return _said(tool_use(item.get("name", ""), id, unquoted(item.get("arguments")), fidelity))
    if type == "custom_tool_call":
        return _said(tool_use(item.get("name", ""), id, item.get("input"), fidelity))
    if type in ("function_call_output", "custom_tool_call_output"):
        return Message("user", [tool_result(id, item.get("output"), fidelity)], {})
    if type.endswith("_call"):
        # A tool that the provider runs itself.  Its item holds the result too.
        return _said(tool_use(item.get("name") or type.removesuffix("_call"), id, None, fidelity) | {"part": item})
    if type.endswith("_call_output"):
        return Message("user", [tool_result(id, None, fidelity) | {"part": item}], {})
    return Message("user" if fidelity == SENT else "assistant", [other(item, fidelity)], {})


def _said(block: Block) -> Message:
    return Message("assistant", [block], {})


def _thoughts(item: dict[str, JSON], fidelity: Fidelity) -> list[Block]:
    parts = objects(item.get("summary")) + objects(item.get("content"))
    blocks = [thinking(part["text"], fidelity) | {"part_type": part.get("type")} for part in parts if "text" in part]
    if not blocks:
        return [other(item, fidelity, "thinking")]
    with_rest(blocks[0], taken(item, "id", "encrypted_content"))
    return blocks


def _content(content: JSON, fidelity: Fidelity) -> list[Block]:
    if isinstance(content, str):
        return [text(content, fidelity)] if content else []
    blocks = []
    for part in objects(content):
        if isinstance(part.get("text"), str):
            blocks.append(with_rest(text(part["text"], fidelity), part))
        elif isinstance(part.get("refusal"), str):
            blocks.append(text(part["refusal"], fidelity) | {"part_type": "refusal"})
        else:
            blocks.append(other(part, fidelity))
    return blocks
