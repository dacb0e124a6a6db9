"""What holds of payloads and blocks."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON, said
from steno.contracts import Finding, Rule, rule
from steno.diagnostics import Severity
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import STEP, call, completed, event, message, result, started, text, without
from steno.formats.awf.wire import Shape

_SHAPES: dict[str, tuple[Shape, ...]] = {
    **dict.fromkeys(wire.RUN, (Shape.STEP, Shape.NONE)),
    **dict.fromkeys(wire.STEP, (Shape.STEP,)),
    **dict.fromkeys(wire.MESSAGE, (Shape.MESSAGE,)),
    **dict.fromkeys(wire.TOOL, (Shape.TOOL,)),
}


@rule(
    "AWF030",
    good=event("message.user", {"role": "user", "blocks": []}),
    bad=event("message.user", {"name": "analyze", "kind": "agent"}),
    clause="Event Types: Payload",
)
def payload_fits_the_type(doc: Document) -> Iterator[Finding]:
    """The payload has the shape that the event's `type` asks for.

    A reader tells shapes apart by their keys: an array is blocks, `role` makes a message, else `call_id` a tool's, else
    `kind` a step's.
    """
    for row in doc.rows:
        expected = _SHAPES.get(row.type)
        if expected and "payload" in row.record and row.shape not in expected:
            wanted = " or ".join(each.value for each in expected)
            yield Finding("/payload", f"the payload of {row.type} is {row.shape.value}, expected {wanted}", row.number)


def _of(doc: Document, shape: Shape) -> Iterator[Row]:
    return (row for row in doc.rows if row.shape is shape and row.type in wire.TYPES)


def _is_text(row: Row, *keys: str, empty: bool = True) -> Iterator[Finding]:
    for key in keys:
        value = row.payload.get(key)
        if not isinstance(value, str) or (not empty and not value):
            stated = said(value) if key in row.payload else "missing"
            yield Finding(f"/payload/{key}", f"{key} is {stated}, expected text", row.number)


@rule("AWF031", good=started(), bad=event("step.started", {"kind": "agent"}, path="analyze"), clause="StepPayload")
def step_has_a_name_and_a_kind(doc: Document) -> Iterator[Finding]:
    """The payload of a step or a run has a `name` and a `kind`."""
    for row in _of(doc, Shape.STEP):
        yield from _is_text(row, "name")
        yield from _is_text(row, "kind", empty=False)


@rule(
    "AWF032",
    good=event("step.completed", {**STEP, "error": "exit status 1"}),
    bad=event("step.started", {**STEP, "error": "exit status 1"}),
    clause="StepPayload: error",
)
def error_of_a_step_is_text_at_its_end(doc: Document) -> Iterator[Finding]:
    """`error` of a step is a text, and stands only where the step ends."""
    for row in _of(doc, Shape.STEP):
        if "error" in row.payload:
            yield from _is_text(row, "error")
            if row.type.endswith(".started"):
                yield Finding("/payload/error", f"error in {row.type}, expected only where it ends", row.number)


@rule(
    "AWF033",
    good=event("step.completed", {**STEP, "result": True}),
    bad=event("step.started", {**STEP, "result": True}),
    clause="StepPayload: result",
)
def result_of_a_step_stands_at_its_end(doc: Document) -> Iterator[Finding]:
    """`result` of a step stands only where the step ends."""
    for row in _of(doc, Shape.STEP):
        if "result" in row.payload and row.type.endswith(".started"):
            yield Finding("/payload/result", f"result in {row.type}, expected only where it ends", row.number)


@rule(
    "AWF034",
    good=event("message.user", {"role": "user", "blocks": []}),
    bad=event("message.user", {"role": "assistant", "blocks": []}),
    clause="MessagePayload: role",
)
def role_fits_the_type(doc: Document) -> Iterator[Finding]:
    """The `role` of a message is the one its type names."""
    for row in _of(doc, Shape.MESSAGE):
        expected = wire.MESSAGE.get(row.type)
        if expected is not None and row.payload["role"] != expected:
            message = f"role is {said(row.payload['role'])}, expected {expected!r} in {row.type}"
            yield Finding("/payload/role", message, row.number)


@rule("AWF035", good=message(text()), bad=event("message.assistant", {"role": "assistant", "blocks": None}),
      clause="MessagePayload: blocks")  # fmt: skip
def blocks_are_an_array(doc: Document) -> Iterator[Finding]:
    """A message has an array of `blocks`."""
    for row in _of(doc, Shape.MESSAGE):
        blocks = row.payload.get("blocks")
        if not isinstance(blocks, list):
            stated = said(blocks) if "blocks" in row.payload else "missing"
            yield Finding("/payload/blocks", f"blocks is {stated}, expected an array", row.number)


@rule("AWF036", good=call(), bad=call(call_id=""), clause="ToolPayload")
def tool_has_a_name_and_a_call_id(doc: Document) -> Iterator[Finding]:
    """The payload of a tool has its `name` and the `call_id` that joins a call and its result."""
    for row in _of(doc, Shape.TOOL):
        yield from _is_text(row, "name", "call_id", empty=False)


@rule("AWF037", good=call(), bad=without(call(), "/input"), clause="ToolPayload: input")
def call_has_an_input(doc: Document) -> Iterator[Finding]:
    """A `tool.call` says what the tool was given, if only null."""
    for row in _of(doc, Shape.TOOL):
        if row.type == "tool.call" and "input" not in row.payload:
            yield Finding("/payload/input", "input is missing from tool.call", row.number)


@rule("AWF038", good=result(), bad=without(result(), "/output"), clause="ToolPayload: output")
def result_has_an_output(doc: Document) -> Iterator[Finding]:
    """A `tool.result` says what the tool returned, if only null."""
    for row in _of(doc, Shape.TOOL):
        if row.type == "tool.result" and "output" not in row.payload:
            yield Finding("/payload/output", "output is missing from tool.result", row.number)


@rule("AWF039", good=result(error="no such file"), bad=result(error=True), clause="ToolPayload: error")
def error_of_a_tool_is_text_in_its_result(doc: Document) -> Iterator[Finding]:
    """`error` of a tool is a text, and stands only in a result."""
    for row in _of(doc, Shape.TOOL):
        if "error" in row.payload:
            yield from _is_text(row, "error")
            if row.type == "tool.call":
                yield Finding("/payload/error", "error in tool.call, expected only in tool.result", row.number)


def _fidelity(holder: dict[str, JSON], where: str, number: int) -> Iterator[Finding]:
    value = holder.get("fidelity")
    if not isinstance(value, str) or value not in wire.FIDELITIES:
        stated = said(value) if "fidelity" in holder else "missing"
        expected = " or ".join(sorted(wire.FIDELITIES))
        yield Finding(f"{where}/fidelity", f"fidelity is {stated}, expected {expected}", number)


@rule("AWF040", good=call(), bad=call(fidelity="guess"), clause="ToolPayload: fidelity")
def fidelity_of_a_tool_is_known(doc: Document) -> Iterator[Finding]:
    """A tool's payload says who saw it: the router, or the agent that reported it."""
    for row in _of(doc, Shape.TOOL):
        yield from _fidelity(row.payload, "/payload", row.number)


def _blocks(doc: Document) -> Iterator[tuple[Row, str, dict[str, JSON]]]:
    for row in doc.rows:
        for where, block in row.blocks():
            if isinstance(block, dict):
                yield row, where, block


def _known(doc: Document) -> Iterator[tuple[Row, str, dict[str, JSON], str]]:
    for row, where, block in _blocks(doc):
        if isinstance(kind := block.get("type"), str) and kind in wire.BLOCKS:
            yield row, where, block, kind


@rule("AWF041", good=message(text()), bad=message(text(type="image")), clause="ContentBlock: type")
def block_is_of_a_known_type(doc: Document) -> Iterator[Finding]:
    """A block is an object of one of the six types that there are.

    Steno reads others and keeps them; a writer may not write them.
    """
    for row in doc.rows:
        for where, block in row.blocks():
            kind = block.get("type") if isinstance(block, dict) else None
            if not isinstance(kind, str) or kind not in wire.BLOCKS:
                stated = said(kind if isinstance(block, dict) else block)
                yield Finding(f"{where}/type", f"{stated} is none of {', '.join(sorted(wire.BLOCKS))}", row.number)


@rule("AWF042", good=message(text()), bad=message({"type": "text", "text": "Hello"}), clause="ContentBlock: fidelity")
def fidelity_of_a_block_is_known(doc: Document) -> Iterator[Finding]:
    """Every block says who saw it: the router, or the agent that reported it."""
    for row, where, block in _blocks(doc):
        yield from _fidelity(block, where, row.number)


@rule("AWF043", good=message(text()), bad=message(text(command="ls")), clause="ContentBlock: Active Fields")
def block_has_no_foreign_fields(doc: Document) -> Iterator[Finding]:
    """A block fills only the fields of its own type; the others are left out."""
    for row, where, block, kind in _known(doc):
        for key in block:
            if key in wire.BLOCK_FIELDS and key not in wire.BLOCKS[kind] and key not in wire.EVERY_BLOCK:
                yield Finding(f"{where}/{key}", f"{key} does not belong in a {kind} block", row.number)


@rule("AWF044", good=message(text()), bad=message({**text(), "text": 7}), clause="ContentBlock: fields")
def fields_of_a_block_are_text(doc: Document) -> Iterator[Finding]:
    """The fields of a block are texts, but for `tool_input` and `tool_content`; a tool use names its tool."""
    for row, where, block, kind in _known(doc):
        for key in wire.BLOCKS[kind]:
            if key in block and key not in ("tool_input", "tool_content") and not isinstance(block[key], str):
                yield Finding(f"{where}/{key}", f"{key} is {said(block[key])}, expected text", row.number)
        if kind == "tool_use" and "tool_name" not in block:
            yield Finding(f"{where}/tool_name", "tool_name is missing from a tool_use block", row.number)


_FIELDS = {Shape.MESSAGE: wire.MESSAGE_FIELDS, Shape.TOOL: wire.TOOL_FIELDS, Shape.STEP: wire.STEP_FIELDS}


@rule("AWF045", good=call(), bad=call(retries=2), clause="Forward Compatibility", severity=Severity.WARNING)
def payload_fields_are_known(doc: Document) -> Iterator[Finding]:
    """Payloads and blocks have no fields but their own.

    Others come from a newer version or another program. They are kept, and not understood.
    """
    for row in doc.rows:
        for key in row.payload if row.shape in _FIELDS and row.type in wire.TYPES else ():
            if key not in _FIELDS[row.shape]:
                yield Finding(f"/payload/{key}", f"the field {key!r} is not known", row.number)
    for row, where, block, _ in _known(doc):
        for key in block:
            if key not in wire.BLOCK_FIELDS:
                yield Finding(f"{where}/{key}", f"the field {key!r} is not known", row.number)


@rule(
    "AWF046", good=completed(), bad=event("step.completed", {**STEP, "error": ""}),
    clause="StepPayload, ToolPayload: omitempty", severity=Severity.WARNING,
)  # fmt: skip
def empty_fields_are_left_out(doc: Document) -> Iterator[Finding]:
    """An optional field with nothing in it is left out: an empty `error`, a `result` that is null."""
    for row in doc.rows:
        if row.shape in (Shape.STEP, Shape.TOOL) and row.type in wire.TYPES:
            for key in ("error", "result") if row.shape is Shape.STEP else ("error",):
                if key in row.payload and row.payload[key] in (None, ""):
                    yield Finding(f"/payload/{key}", f"{key} is empty, expected to be left out", row.number)


RULES: tuple[Rule, ...] = (
    payload_fits_the_type, step_has_a_name_and_a_kind, error_of_a_step_is_text_at_its_end,
    result_of_a_step_stands_at_its_end, role_fits_the_type, blocks_are_an_array, tool_has_a_name_and_a_call_id,
    call_has_an_input, result_has_an_output, error_of_a_tool_is_text_in_its_result, fidelity_of_a_tool_is_known,
    block_is_of_a_known_type, fidelity_of_a_block_is_known, block_has_no_foreign_fields, fields_of_a_block_are_text,
    payload_fields_are_known, empty_fields_are_left_out,
)  # fmt: skip
