"""The fields of a step, each made from the events that it describes.  Knows nothing of the rest of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Raw, to_builtins

from steno import idioms
from steno.base.exact import JSON, BadJSON, decode, encode
from steno.formats.opentraces.plain import Values, text
from steno.formats.opentraces.said import BESIDE
from steno.formats.opentraces.steps import Draft
from steno.formats.opentraces.wire import BETWEEN, EXITED, FAILED, MADE, NO_RESULT, VALUE, Object
from steno.model import Event, Text, Thought, ThoughtState, ToolCall, ToolResult, Usage
from steno.model.calls import failed

_PARTS: Final = ("text", "input_text", "output_text")  # no set: what stands there may have no hash
_PREVIEW: Final = 200
"""So many characters of an output its summary has at most, as the reference has them."""


# What is said


def content(draft: Draft, values: Values) -> str | None:
    return _joined(_texts(draft), values)


def reasoning(draft: Draft, values: Values) -> str | None:
    return _joined([said for event in draft.thoughts if (said := _thought(event)) is not None], values)


def _joined(texts: Sequence[str], values: Values) -> str | None:
    return values.text(texts[0] if len(texts) == 1 else BETWEEN.join(texts)) if texts else None


def _texts(draft: Draft) -> list[str]:
    return [event.body.text for event in draft.texts if isinstance(event.body, Text)]


def _thought(event: Event) -> str | None:
    body = event.body
    return body.text if isinstance(body, Thought) and isinstance(body.text, str) else None


def _state(event: Event) -> str:
    return event.body.state.value if isinstance(event.body, Thought) else ThoughtState.FULL.value


# Tools


def calls(draft: Draft, values: Values) -> Iterator[Object]:
    results = {call.uid: result for call, result in draft.results if call is not None}
    for event in draft.calls:
        if isinstance(event.body, ToolCall):
            result = results.get(event.uid)
            yield {
                "tool_call_id": call_id(event),
                "tool_name": text(event.body.tool),
                "input": _input(event.body.arguments, values),
                "duration_ms": _measured(draft, event, result),
            }


def call_id(event: Event) -> str:
    return text(event.call) if isinstance(event.call, str) else MADE + event.uid


def _input(arguments: JSON, values: Values) -> Object:
    """An object: the arguments, or what their text says, or with them as its only value."""
    if arguments is UNSET:
        return {}
    if type(arguments) is str and arguments.lstrip().startswith("{"):
        try:
            value, duplicate = decode(arguments.encode("utf-8", "surrogatepass"))
        except BadJSON:
            value, duplicate = None, None
        if type(value) is dict and duplicate is None:
            arguments = value
    found: Object = values.plain(arguments if type(arguments) is dict else {VALUE: arguments})
    return found


def observation(draft: Draft, call: Event | None, result: Event, values: Values) -> Object:
    body = result.body
    if not isinstance(body, ToolResult):
        raise TypeError("a result of a step is a tool result")
    answered = call_id(result) if call is None or isinstance(result.call, str) else call_id(call)
    trouble = NO_RESULT if body.missing else _error(body) or FAILED if body.error is True else None
    said = _said(body.content)
    return {
        "source_call_id": answered,
        "content": _spelled(body.content) if said is None else values.text(said),
        "output_summary": None if said is None else _summary(values.text(said)),
        "error": trouble or _sign(draft, result),
    }


def _said(content: JSON) -> str | None:
    """What the model saw as text; of parts that are all text, their texts."""
    if type(content) is str:
        return content
    if type(content) is list and content and all(map(_is_text, content)):
        return "\n".join(each["text"] for each in content)
    return None


def _spelled(content: JSON) -> str | None:
    """Anything else, as its JSON."""
    return None if content is UNSET or content is None else text(encode(content).decode("utf-8", "surrogatepass"))


def _summary(said: str) -> str | None:
    """The first whole lines of an output, as many as fit; None where the first is longer."""
    shown = idioms.output(said).lstrip("\r\n")
    if len(shown) > _PREVIEW:
        shown = shown[: max(shown.rfind("\n", 0, _PREVIEW + 1), 0)]
    return shown.rstrip() or None


def _is_text(part: JSON) -> bool:
    return type(part) is dict and part.get("type") in _PARTS and type(part.get("text")) is str


def _error(body: ToolResult) -> str | None:
    """The source's words for the failure, for which an observation has a field."""
    trouble = body.trouble()
    return text(trouble) if trouble not in (None, FAILED, NO_RESULT) else None


def _sign(draft: Draft, result: Event) -> str | None:
    """How a call failed that no flag says failed: by its exit code, or by the words of the result or of a report."""
    for event in (*_about(draft, result), result):
        if failed(event):
            code = event.signs.exit
            return f"{EXITED}{code}" if isinstance(code, int) and code else FAILED
    return None


def _about(draft: Draft, event: Event) -> list[Event]:
    """What the program reports of a call."""
    return draft.about.get(event.call, []) if isinstance(event.call, str) else []


def _measured(draft: Draft, call: Event, result: Event | None) -> int | None:
    """How many milliseconds a call took: as the program measured it, or from the call to its result."""
    for event in (*_about(draft, call), *([] if result is None else [result])):
        if event.call == call.call and isinstance(took := event.signs.took, float):
            return round(took * 1000)
    return None if result is None else _duration(call, result)


def _duration(call: Event, result: Event) -> int | None:
    """The milliseconds from the call to its result, where the log has both times."""
    begun, ended = call.instant(), result.instant()
    if begun is None or ended is None or ended < begun:
        return None
    return round((ended - begun).total_seconds() * 1000)


def usage(draft: Draft) -> Object:
    """Zeros stand for what is not known: the schema has no other word for it."""
    found = draft.usage if isinstance(draft.usage, Usage) else _NOTHING
    counts = {
        "input_tokens": found.input,
        "output_tokens": found.output,
        "cache_read_tokens": found.cache_read,
        "cache_write_tokens": found.cache_write,
        "prefix_reuse_tokens": UNSET,
    }
    return {key: 0 if count is UNSET else count for key, count in counts.items()}


_NOTHING: Final = Usage()


# What a step has no field for


def pieces(values: Values, draft: Draft, *, results: bool) -> Object:
    """How the texts of a step are made of blocks, where that cannot be seen, and what is known beside its results."""
    found: Object = {}
    texts = _texts(draft)
    if draft.prompt is not None:
        found["prompt"] = values.plain(to_builtins(draft.prompt.body, builtin_types=(Raw,)))
    elif len(texts) > 1 or texts == [""]:
        found["content"] = [len(values.text(each)) for each in texts]
    thoughts = [(_thought(event), _state(event)) for event in draft.thoughts]
    if len(thoughts) > 1 or any(not said or state != ThoughtState.FULL.value for said, state in thoughts):
        found["reasoning"] = [[None if said is None else len(values.text(said)), state] for said, state in thoughts]
    if results and (details := _details(draft, values)):
        found["results"] = details
    fine = [place for place, (_, result) in enumerate(draft.results) if _succeeded(result)] if results else []
    if fine:
        found["succeeded"] = fine
    signed = [place for place, (_, result) in enumerate(draft.results) if _signed(draft, result)] if results else []
    if signed:
        found["signed"] = signed
    return found


def _details(draft: Draft, values: Values) -> Object:
    """What the source knows of results beyond what the model saw, by their places in the step."""
    found: Object = {}
    for place, (_, result) in enumerate(draft.results):
        body = result.body
        if isinstance(body, ToolResult) and body.detail is not UNSET and not _is_told(body):
            found[str(place)] = values.plain(body.detail)
    return found


def _is_told(body: ToolResult) -> bool:
    """Whether the detail is the text of an error, and stands in its field."""
    return type(body.detail) is str and _error(body) == text(body.detail)


def _succeeded(result: Event) -> bool:
    """Whether the log says of a call that it did not fail; an observation can only say that one did."""
    return isinstance(result.body, ToolResult) and result.body.error is False and not result.body.missing


def _signed(draft: Draft, result: Event) -> bool:
    """Whether a call is said to have failed by nothing but signs."""
    body = result.body
    plain = isinstance(body, ToolResult) and body.error is not True and not body.missing
    return plain and _sign(draft, result) is not None


def aside(values: Values, event: Event) -> Object:
    """An event that is no step."""
    found: Object = {"kind": event.kind.value, "body": values.plain(to_builtins(event.body, builtin_types=(Raw,)))}
    if event.role is not UNSET:
        found["role"] = event.role.value
    found["visibility"] = event.visibility.value
    return found | {key: text(value) for key in BESIDE if isinstance(value := getattr(event, key), str)}
