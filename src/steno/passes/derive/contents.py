"""Copies what was said, asked and returned, as it stands in the log.  Judges nothing and shortens nothing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import idioms
from steno.base.exact import JSON
from steno.model import Lifecycle, Note, Text, ToolResult
from steno.model.calls import spelled, text_of
from steno.model.steps import derived
from steno.passes.derive.act import Act, code, said
from steno.passes.derive.anchors import QUEUED, REJECTED, TROUBLE
from steno.passes.derive.scripts import LITERAL

WORDS = code(
    "050", "words",
    "What was said, word for word.  Blocks of one message are joined by line ends. A human's message is the `input`, "
    "what the agent said the `output`; a final answer is both, as the specification requires.",
)  # fmt: skip
ARGUMENTS = code(
    "051", "arguments",
    "The `input` of a tool call: its arguments as the log has them. A text stays as it is; an object is written as "
    "JSON.",
)  # fmt: skip
RESULT = code(
    "052", "result",
    "The `output` of a tool call: what came back, as the model saw it.  A text is that text, and so are parts that "
    "all have text, one below the other; anything else is written as JSON. An empty result is no output.",
)  # fmt: skip
STATED = code(
    "053", "stated-rationale",
    "The `reasoning` of a tool call: what the agent said openly, right before the call and in the same response. "
    "Hidden thinking is never used, because the agent did not give it as a reason.",
)  # fmt: skip
CODES = (WORDS, ARGUMENTS, RESULT, STATED)


def words(act: Act) -> str | None:
    """What a message says; the human's own words where a result quotes them."""
    body = act.event.body
    if isinstance(body, ToolResult):
        return idioms.rejection(body.content) if act.rule == REJECTED.name else _answer(body)
    if isinstance(body, Lifecycle):
        if act.rule == QUEUED.name:
            return idioms.queued(body.data)
        return body.text if isinstance(body.text, str) and body.text else _spelled(body.data)
    return said(act.parts)


def _answer(body: ToolResult) -> str | None:
    """What was answered to a question: the answer alone where there is one, else all of them as JSON."""
    answers = body.detail.get("answers") if isinstance(body.detail, dict) else None
    if isinstance(answers, dict) and answers:
        only = next(iter(answers.values())) if len(answers) == 1 else None
        return only if isinstance(only, str) and only else spelled(answers)
    return text_of(body.content)


def _spelled(value: JSON) -> str | None:
    return None if value is UNSET or value is None else spelled(value)


def notes(act: Act) -> Iterator[Note]:
    event = act.event
    if act.call is None:
        yield from _of_words(act)
        return
    arguments = act.call.arguments
    given = arguments if isinstance(arguments, str) else _spelled(arguments)
    if given:
        stated = ARGUMENTS if arguments is getattr(event.body, "arguments", UNSET) else LITERAL
        yield derived(stated.name, "input", given, event, (event.uid,))
    body = act.returned
    if body is not None and act.result is not None and (back := _returned(body)):
        yield derived(RESULT.name, "output", back, event, (act.result.uid,))
    if act.why and (reason := said(act.why)):
        yield derived(STATED.name, "reasoning", reason, event, tuple(each.uid for each in act.why))


def _returned(body: ToolResult) -> str | None:
    """What came back, and below it the words for its failure, where the source has them apart."""
    back, trouble = text_of(body.content), body.trouble()
    if not back or trouble is None or trouble.removeprefix("Error: ") in back:
        return back or trouble
    return f"{back}\n{trouble}"


def _of_words(act: Act) -> Iterator[Note]:
    text = words(act)
    if not text:
        return
    event = act.event
    of = tuple(each.uid for each in act.parts if isinstance(each.body, Text)) or (event.uid,)
    if act.action != "agent_step" and act.rule != TROUBLE.name:
        yield derived(WORDS.name, "input", text, event, of)
    if act.action != "user_message":
        yield derived(WORDS.name, "output", text, event, of)
