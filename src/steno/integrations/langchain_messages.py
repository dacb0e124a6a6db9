"""Reads LangChain's messages and the results of its models.  Imports no LangChain: a message is known by its type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steno.base.exact import JSON
from steno.integrations.message import CAME, SENT, Message, other, with_rest
from steno.integrations.shape import object_in, objects, taken, unquoted
from steno.record.block import Block, Fidelity, text, thinking, tool_result, tool_use
from steno.record.plain import plain

_CALLS = frozenset(("tool_use", "tool_call", "function_call", "tool_call_chunk", "input_json_delta"))
"""Parts of a content that state a call; LangChain states every call in `tool_calls` as well."""
_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant", "system": "system"}
_CHAT_ROLES = {"assistant": "assistant", "system": "system", "developer": "system"}


def sent(messages: Sequence[Any]) -> list[Message]:
    """The messages that a chat model is given."""
    return [_message(each, SENT) for each in messages]


def came(result: Any) -> list[Message]:
    """The messages of a model's result, one for each generation."""
    return [_generation(each) for row in result.generations for each in row if _filled(each)]


def _filled(generation: Any) -> bool:
    # After an error, the list of generations ends with one that holds nothing but details of the failure.
    message = getattr(generation, "message", None)
    return bool(generation.text or (message is not None and (message.content or getattr(message, "tool_calls", None))))


def _generation(generation: Any) -> Message:
    more = taken(plain(generation.generation_info), "finish_reason", "model_name")
    message = getattr(generation, "message", None)
    if message is None:
        return Message("assistant", [text(generation.text, CAME)], more)
    said = _message(message, CAME)
    stated = plain(getattr(message, "response_metadata", None))
    more |= taken(stated, "finish_reason", "stop_reason", "model_name", "model_provider")
    model = object_in(stated).get("model") or more.pop("model_name", None)
    usage = plain(getattr(message, "usage_metadata", None))
    more |= taken({"model": model, "usage": usage, "response_id": message.id}, "model", "usage", "response_id")
    return said._replace(more=more)


def _message(message: Any, fidelity: Fidelity) -> Message:
    kind = message.type
    more = taken({"name": message.name}, "name")
    content = plain(message.content)
    if kind in ("tool", "function"):
        id = getattr(message, "tool_call_id", None) or message.name or ""
        error = {"is_error": True} if getattr(message, "status", None) == "error" else {}
        return Message("user", [tool_result(id, content, fidelity) | error], more)
    role = _CHAT_ROLES.get(message.role, "user") if kind == "chat" else _ROLES.get(kind, "user")
    if role != "assistant":
        return Message("system" if role == "system" else "user", _content(content, fidelity), more)
    return Message("assistant", [*_thoughts(message, fidelity), *_content(content, fidelity), *_calls(message)], more)


def _thoughts(message: Any, fidelity: Fidelity) -> list[Block]:
    thoughts = object_in(plain(message.additional_kwargs)).get("reasoning_content")
    return [thinking(thoughts, fidelity)] if isinstance(thoughts, str) and thoughts else []


def _calls(message: Any) -> list[Block]:
    # Calls are the model's own, whoever sends them back.
    calls = objects(plain(getattr(message, "tool_calls", None)))
    blocks = [tool_use(each.get("name", ""), each.get("id") or "", each.get("args"), CAME) for each in calls]
    for each in objects(plain(getattr(message, "invalid_tool_calls", None))):
        block = tool_use(each.get("name") or "", each.get("id") or "", unquoted(each.get("args")), CAME)
        blocks.append(with_rest(block, taken(each, "error")))
    return blocks


def _content(content: JSON, fidelity: Fidelity) -> list[Block]:
    if isinstance(content, str):
        return [text(content, fidelity)] if content else []
    blocks: list[Block] = []
    for part in content if isinstance(content, list) else []:
        match part:
            case str():
                blocks.append(text(part, fidelity))
            case {"type": "text", "text": str(said)}:
                blocks.append(with_rest(text(said, fidelity), part))
            case {"type": "thinking", "thinking": str(thought)} | {"type": "reasoning", "reasoning": str(thought)}:
                blocks.append(with_rest(thinking(thought, fidelity), part, "reasoning"))
            case {"type": type} if type in _CALLS:
                continue
            case _:
                blocks.append(other(part, fidelity))
    return blocks
