"""Conversations as the model had them: one row for each context, in the shape of OpenAI's or of Anthropic's API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from steno.dataset.projections.context import Context, contexts
from steno.dataset.projections.contract import Asked, Column, Kind, Made, Payload, Projection, Rows, spelled
from steno.formats.losses import Loss, loss
from steno.model import Blob, Event, Lifecycle, Role, Text, Thought, ToolCall, ToolResult, Trace
from steno.views.losses import NO_STEPS

LEFT: Final = loss(
    "CNV711",
    "branch-left-out",
    "a branch that was taken back is left out",
    "A human went back and said something else. The row holds what the model had before it in the end; what was taken "
    "back is left out and counted.",
)
COPIED: Final = loss(
    "CNV712",
    "copied-beginning-left-out",
    "what another session has too is left out",
    "The session goes on from another one and repeats its beginning. Rows of the other session hold it; the row says "
    'how many events are missing at its beginning. `prefix = "keep"` keeps them, marked as copied.',
)
UNKNOWN: Final = loss(
    "CNV713",
    "context-begins-unknown",
    "the log does not say with what the context begins",
    "The context was made shorter, and the log does not have the summary with which it went on.",
)
PROMPTS: Final = loss(
    "CNV714",
    "system-prompt-not-told",
    "the log has several system prompts, and none is taken for the one that the model had",
    "The log holds more than one system prompt and does not say which of them the model had before it in this context, "
    "so the row has none.",
)
THOUGHTS: Final = loss(
    "CNV715",
    "thoughts-left-out",
    "what the model thought is left out",
    'The row holds what was said and done. `thoughts = "keep"` keeps the thoughts that the log has in words.',
)
SEALED: Final = loss(
    "CNV716",
    "thoughts-without-words",
    "a thought that the log has no words of is left out",
    "The log says that the model thought, and has only a signature or encrypted content of it.",
)
ATTACHED: Final = loss(
    "CNV717",
    "attachment-named-only",
    "only the type of an image or a file is kept",
    "Where the model had an image or a file before it, the row says its type in brackets, such as `[image/png]`.",
)
LOSSES = (LEFT, COPIED, UNKNOWN, PROMPTS, THOUGHTS, SEALED, ATTACHED)

_COLUMNS: Final = (
    Column("tools", Kind.JSON, "the definitions of the tools that the model had, where the log has them"),
    Column("thread", Kind.TEXT, "main, or sub-agent"),
    Column("context", Kind.INTEGER, "which context of the thread, counted from 0"),
    Column("is_summarised", Kind.FLAG, "whether it goes on after a compaction"),
    Column("begins_known", Kind.FLAG, "whether the log says with what the context begins"),
    Column("copied_events", Kind.INTEGER, "how many events of its beginning another session has too"),
    Column("copied_from", Kind.TEXTS, "the sessions that it goes on from"),
)
_CHOICES: Final = {"system_prompt": ("text", "omit"), "thoughts": ("omit", "keep"), "prefix": ("omit", "keep")}


class Message(Struct, kw_only=True):
    """A message of no shape yet."""

    role: str
    events: list[Event]
    copied: bool = False


def messages(context: Context, *, prefix: bool, thoughts: bool) -> list[Message]:
    """The messages of a context; the blocks of one answer are one message."""
    found: list[Message] = []
    answers: dict[str, Message] = {}
    if context.summary is not None:
        found.append(Message(role="user", events=[context.summary]))
    for event in (*(context.copied if prefix else ()), *context.events):
        if isinstance(event.body, Thought) and not (thoughts and isinstance(event.body.text, str)):
            continue
        if isinstance(event.body, ToolResult) and event.body.missing:
            continue
        role = _role(event)
        before = answers.get(event.response) if role == "assistant" and isinstance(event.response, str) else None
        if before is None and found and _continues(found[-1], role, event):
            before = found[-1]
        if before is not None and before.copied == event.signs.replayed:
            before.events.append(event)
            continue
        message = Message(role=role, events=[event], copied=event.signs.replayed)
        found.append(message)
        if role == "assistant" and isinstance(event.response, str):
            answers[event.response] = message
    return found


def _role(event: Event) -> str:
    if isinstance(event.body, ToolResult):
        return "tool"
    if event.role in (Role.SYSTEM, Role.DEVELOPER):
        return "system"
    return "assistant" if event.role is Role.ASSISTANT or isinstance(event.body, ToolCall | Thought) else "user"


def _continues(message: Message, role: str, event: Event) -> bool:
    """Whether an event is one more block of a message: of the same record, or of an answer without an id."""
    if message.role != role or role == "tool":
        return False
    if role == "assistant":
        return event.response is UNSET and message.events[-1].response is UNSET
    return isinstance(event.native, str) and event.native == message.events[-1].native


def _rows(shape: str) -> Rows:
    column = "messages"
    shaped = _openai if shape == "openai" else _anthropic

    def rows(trace: Trace, asked: Asked) -> Iterator[Made]:
        found, left = contexts(trace)
        prefix, thoughts = asked.options["prefix"] == "keep", asked.options["thoughts"] == "keep"
        asked.skipped.skip(LEFT, left)
        prompts = list(trace.header.system_prompts.values()) if asked.options["system_prompt"] == "text" else []
        prompt = prompts[0] if len(prompts) == 1 else None
        tools = [each for each in trace.header.tools.values() if each is not None] or None
        origins = [each for name in ("forked_from", "history_base") for each in trace.header.ids.get(name, ())]
        for context in found:
            said = messages(context, prefix=prefix, thoughts=thoughts)
            if not any(each.role == "assistant" and not each.copied for each in said):
                asked.skipped.skip(NO_STEPS)
                continue
            main = not context.thread
            asked.skipped.skip(COPIED, 0 if prefix else len(context.copied))
            asked.skipped.skip(UNKNOWN, not context.is_known)
            asked.skipped.skip(PROMPTS, main and len(prompts) > 1)
            for kind, count in _reduced(context, prefix=prefix, thoughts=thoughts):
                asked.skipped.skip(kind, count)
            yield Made(
                {
                    **shaped(said, prompt if main else None, column),
                    "tools": tools if main else None,
                    "thread": "main" if main else "sub-agent",
                    "context": context.number,
                    "is_summarised": context.number > 0,
                    "begins_known": context.is_known,
                    "copied_events": len(context.copied),
                    "copied_from": origins if context.copied else None,
                },
                [event.uid for message in said for event in message.events],
                {"run": context.thread or None},
                sum(len(each.events) for each in said if each.copied),
            )

    return rows


def _reduced(context: Context, *, prefix: bool, thoughts: bool) -> Iterator[tuple[Loss, int]]:
    """How much of a context a row has no place for, or was not asked to keep."""
    bodies = [event.body for event in (*(context.copied if prefix else ()), *context.events)]
    thought = [body for body in bodies if isinstance(body, Thought)]
    in_words = sum(isinstance(body.text, str) for body in thought)
    yield THOUGHTS, 0 if thoughts else in_words
    yield SEALED, len(thought) - in_words
    yield ATTACHED, sum(isinstance(body, Blob) for body in bodies)


def _words(events: list[Event]) -> str | None:
    return "\n\n".join(text for event in events if (text := _said(event)) is not None) or None


def _said(event: Event) -> str | None:
    match event.body:
        case Text(text):
            return text
        case Lifecycle(_, str(text)):
            return text
        case Blob(media_type=kind):
            return f"[{kind}]" if isinstance(kind, str) else "[blob]"
        case _:
            return None


def _id(event: Event) -> str:
    return event.call if isinstance(event.call, str) else f"call_{event.uid}"


def _arguments(body: ToolCall) -> str:
    return (
        body.arguments
        if isinstance(body.arguments, str)
        else spelled({} if body.arguments is UNSET else body.arguments)
    )


def _result(body: ToolResult) -> str | None:
    """What the model saw, as a text."""
    if body.content is UNSET:
        return None
    if isinstance(body.content, list):
        texts = [part.get("text") if isinstance(part, dict) else part for part in body.content]
        words = [text for text in texts if isinstance(text, str)]
        if len(words) == len(texts):
            return "\n".join(words)
    return body.content if isinstance(body.content, str) else spelled(body.content)


def _openai(said: list[Message], prompt: str | None, column: str) -> Payload:
    made: list[Payload] = [{"role": "system", "content": prompt}] if prompt is not None else []
    for message in said:
        one: Payload = {"role": message.role, "copied": message.copied}
        if message.role == "tool":
            event = message.events[0]
            if isinstance(event.body, ToolResult):
                made.append({**one, "tool_call_id": _id(event), "content": _result(event.body)})
            continue
        calls = [
            {"id": _id(event), "type": "function", "function": {"name": body.tool, "arguments": _arguments(body)}}
            for event in message.events
            if isinstance(body := event.body, ToolCall)
        ]
        thought = "\n\n".join(
            event.body.text
            for event in message.events
            if isinstance(event.body, Thought) and isinstance(event.body.text, str)
        )
        made.append({
            **one, "content": _words(message.events), "tool_calls": calls or None, "reasoning_content": thought or None,
        })  # fmt: skip
    return {column: made}


def _anthropic(said: list[Message], prompt: str | None, column: str) -> Payload:
    """System messages stand beside the others; what tools returned is a user's message, several at once are one."""
    system = [prompt] if prompt is not None else []
    made: list[Payload] = []
    for message in said:
        if message.role == "system":
            system += [text for event in message.events if (text := _said(event)) is not None]
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = [block for event in message.events if (block := _block(event)) is not None]
        if made and made[-1]["role"] == role and made[-1]["copied"] == message.copied:
            made[-1]["content"] += blocks
        else:
            made.append({"role": role, "copied": message.copied, "content": blocks})
    return {"system": "\n\n".join(system) or None, column: made}


def _block(event: Event) -> Payload | None:
    match event.body:
        case Thought(_, str(text)):
            return {"type": "thinking", "thinking": text}
        case ToolCall() as call:
            return {"type": "tool_use", "id": _id(event), "name": call.tool, "input": _arguments(call)}
        case ToolResult() as result:
            error = result.error if isinstance(result.error, bool) else None
            return {"type": "tool_result", "tool_use_id": _id(event), "content": _result(result), "is_error": error}
        case _:
            words = _said(event)
            return None if words is None else {"type": "text", "text": words}


def projections() -> Iterator[Projection]:
    yield Projection(
        name="chat", title="conversations as the model had them, in the shape of OpenAI's API",
        columns=(Column("messages", Kind.MESSAGES, "the conversation; arguments are texts of JSON"), *_COLUMNS),
        content=("messages",), rows=_rows("openai"), choices=_CHOICES, losses=(*LOSSES, NO_STEPS),
    )  # fmt: skip
    yield Projection(
        name="chat-anthropic", title="conversations as the model had them, in the shape of Anthropic's API",
        columns=(
            Column("system", Kind.TEXT, "the system prompt, where the log has one"),
            Column("messages", Kind.BLOCKS, "the conversation; inputs of tools are texts of JSON"),
            *_COLUMNS,
        ),
        content=("messages",), rows=_rows("anthropic"), choices=_CHOICES, losses=(*LOSSES, NO_STEPS),
    )  # fmt: skip
