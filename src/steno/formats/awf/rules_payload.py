"""What holds of payloads and blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding, Rule
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import rule
from steno.formats.awf.rules_envelope import rows
from steno.formats.awf.wire import Payload
from steno.formats.rulebook import WARNING
from steno.formats.shapes import TEXT, Field, Part, filled, misfits, one_of, required

_KINDS: dict[str, tuple[Payload, ...]] = {
    **dict.fromkeys(wire.RUN, (Payload.STEP, Payload.NONE)),
    **dict.fromkeys(wire.STEP, (Payload.STEP,)),
    **dict.fromkeys(wire.MESSAGE, (Payload.MESSAGE,)),
    **dict.fromkeys(wire.TOOL, (Payload.TOOL,)),
}
_TEXT = TEXT._replace(said="text")
_FIDELITY = {"fidelity": required(one_of(tuple(wire.FIDELITIES), said=" or ".join(sorted(wire.FIDELITIES))))}


def _of(kind: Payload) -> Callable[[Document], Iterator[Row]]:
    """The lines of known types with such a payload."""
    return lambda doc: (row for row in doc.rows if row.shape is kind and row.type in wire.TYPES)


def _payloads(kind: Payload) -> Callable[[Document], Iterator[Part]]:
    return lambda doc: map(_payload, _of(kind)(doc))


def _payload(row: Row) -> Part:
    return row.payload, lambda message, *path: row.says(message, "payload", *path)


class Block(NamedTuple):
    """A block that is an object."""

    row: Row
    path: tuple[str | int, ...]
    value: dict[str, JSON]

    @property
    def kind(self) -> str:
        """Its type, where that is known."""
        found = self.value.get("type")
        return found if isinstance(found, str) and found in wire.BLOCKS else ""

    def says(self, message: str, *path: str | int) -> Finding:
        return self.row.says(message, *self.path, *path)


def _blocks(doc: Document) -> Iterator[Block]:
    return (Block(row, path, each) for row in doc.rows for path, each in row.blocks() if isinstance(each, dict))


def _known(doc: Document) -> Iterator[Block]:
    return (block for block in _blocks(doc) if block.kind)


STEPS, MESSAGES, TOOLS = (_of(kind) for kind in (Payload.STEP, Payload.MESSAGE, Payload.TOOL))

# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "AWF031", "step-has-a-name-and-a-kind", _payloads(Payload.STEP),
        {"name": required(_TEXT), "kind": required(filled("text"))},
        clause="StepPayload", bad={"/1/payload/name": UNSET}, page="""
        The payload of a step or a run has a `name` and a `kind`."""),
    rule.shape(
        "AWF035", "blocks-are-an-array", _payloads(Payload.MESSAGE), {"blocks": Field(("array",), required=True)},
        clause="MessagePayload: blocks", bad={"/2/payload/blocks": None}, page="""
        A message has an array of `blocks`."""),
    rule.shape(
        "AWF036", "tool-has-a-name-and-a-call-id", _payloads(Payload.TOOL),
        dict.fromkeys(("name", "call_id"), required(filled("text"))),
        clause="ToolPayload", bad={"/3/payload/call_id": ""}, page="""
        The payload of a tool has its `name` and the `call_id` that joins a call and its result."""),
    rule.shape(
        "AWF040", "fidelity-of-a-tool-is-known", _payloads(Payload.TOOL), _FIDELITY,
        clause="ToolPayload: fidelity", bad={"/3/payload/fidelity": "guess"}, page="""
        A tool's payload says who saw it: the router, or the agent that reported it."""),
    rule.shape(
        "AWF042", "fidelity-of-a-block-is-known", lambda doc: ((block.value, block.says) for block in _blocks(doc)),
        _FIDELITY, clause="ContentBlock: fidelity", bad={"/2/payload/blocks/0/fidelity": UNSET}, page="""
        Every block says who saw it: the router, or the agent that reported it."""),
)
# fmt: on


@rule.each(rows, "AWF030", bad={"/2/type": "message.user", "/2/payload": {"name": "analyze", "kind": "agent"}},
           clause="Event Types: Payload")  # fmt: skip
def payload_fits_the_type(row: Row) -> Iterator[Finding]:
    """The payload has the shape that the event's `type` asks for.

    A reader recognises a shape by its keys: an array is blocks, `role` means a message, else `call_id` a tool, else
    `kind` a step.
    """
    expected = _KINDS.get(row.type)
    if expected and "payload" in row.record and row.shape not in expected:
        wanted = " or ".join(each.value for each in expected)
        yield row.says(f"the payload of {row.type} is {row.shape.value}, expected {wanted}", "payload")


@rule.each(STEPS, "AWF032", good={"/5/payload/error": "exit status 1"}, bad={"/1/payload/error": "exit status 1"},
           clause="StepPayload: error")  # fmt: skip
def error_of_a_step_is_text_at_its_end(row: Row) -> Iterator[Finding]:
    """The `error` of a step is a text, and only the event that ends the step has one."""
    yield from misfits(_payload(row), {"error": _TEXT})
    if "error" in row.payload and row.type.endswith(".started"):
        yield row.says(f"error in {row.type}, expected only where it ends", "payload", "error")


@rule.each(STEPS, "AWF033", good={"/5/payload/result": True}, bad={"/1/payload/result": True},
           clause="StepPayload: result")  # fmt: skip
def result_of_a_step_stands_at_its_end(row: Row) -> Iterator[Finding]:
    """Only the event that ends a step has a `result`."""
    if "result" in row.payload and row.type.endswith(".started"):
        yield row.says(f"result in {row.type}, expected only where it ends", "payload", "result")


@rule.each(MESSAGES, "AWF034", bad={"/2/payload/role": "user"}, clause="MessagePayload: role")
def role_fits_the_type(row: Row) -> Iterator[Finding]:
    """The `role` of a message is the one its type names."""
    expected, role = wire.MESSAGE.get(row.type), row.payload["role"]
    if expected is not None and role != expected:
        yield row.says(f"role is {said(role)}, expected {expected!r} in {row.type}", "payload", "role")


@rule.each(TOOLS, "AWF037", bad={"/3/payload/input": UNSET}, clause="ToolPayload: input")
def call_has_an_input(row: Row) -> Iterator[Finding]:
    """A `tool.call` says what the tool was given, even if that is null."""
    if row.type == "tool.call" and "input" not in row.payload:
        yield row.says("input is missing from tool.call", "payload", "input")


@rule.each(TOOLS, "AWF038", bad={"/4/payload/output": UNSET}, clause="ToolPayload: output")
def result_has_an_output(row: Row) -> Iterator[Finding]:
    """A `tool.result` says what the tool returned, even if that is null."""
    if row.type == "tool.result" and "output" not in row.payload:
        yield row.says("output is missing from tool.result", "payload", "output")


@rule.each(TOOLS, "AWF039", good={"/4/payload/error": "no such file"}, bad={"/4/payload/error": True},
           clause="ToolPayload: error")  # fmt: skip
def error_of_a_tool_is_text_in_its_result(row: Row) -> Iterator[Finding]:
    """The `error` of a tool is a text, and only a result has one."""
    yield from misfits(_payload(row), {"error": _TEXT})
    if "error" in row.payload and row.type == "tool.call":
        yield row.says("error in tool.call, expected only in tool.result", "payload", "error")


@rule.each(rows, "AWF041", bad={"/2/payload/blocks/0/type": "image"}, clause="ContentBlock: type")
def block_is_of_a_known_type(row: Row) -> Iterator[Finding]:
    """A block is an object of one of the six known types.

    Steno reads and keeps other types; a writer must not write them.
    """
    for path, block in row.blocks():
        kind = block.get("type") if isinstance(block, dict) else block
        if not isinstance(block, dict) or not isinstance(kind, str) or kind not in wire.BLOCKS:
            yield row.says(f"{said(kind)} is not one of {', '.join(sorted(wire.BLOCKS))}", *path, "type")


@rule.each(_known, "AWF043", bad={"/2/payload/blocks/0/command": "ls"}, clause="ContentBlock: Active Fields")
def block_has_no_foreign_fields(block: Block) -> Iterator[Finding]:
    """A block fills only the fields of its own type; the others are left out."""
    for key in block.value:
        if key in wire.BLOCK_FIELDS and key not in (*wire.BLOCKS[block.kind], *wire.EVERY_BLOCK):
            yield block.says(f"{key} does not belong in a {block.kind} block", key)


@rule.each(_known, "AWF044", bad={"/2/payload/blocks/0/text": 7}, clause="ContentBlock: fields")
def fields_of_a_block_are_text(block: Block) -> Iterator[Finding]:
    """The fields of a block are texts, except `tool_input` and `tool_content`; a tool use names its tool."""
    texts = (key for key in wire.BLOCKS[block.kind] if key not in ("tool_input", "tool_content"))
    yield from misfits((block.value, block.says), dict.fromkeys(texts, _TEXT))
    if block.kind == "tool_use" and "tool_name" not in block.value:
        yield block.says("tool_name is missing from a tool_use block", "tool_name")


_FIELDS = {
    Payload.MESSAGE: wire.MESSAGE_FIELDS,
    Payload.TOOL: wire.TOOL_FIELDS,
    Payload.STEP: wire.STEP_FIELDS,
}


@rule("AWF045", bad={"/3/payload/retries": 2}, clause="Forward Compatibility", severity=WARNING)
def payload_fields_are_known(doc: Document) -> Iterator[Finding]:
    """Payloads and blocks have only the fields that AWF defines.

    Other fields come from a newer version or another program. Steno keeps them but does not interpret them.
    """
    for row in doc.rows:
        for key in row.payload if row.shape in _FIELDS and row.type in wire.TYPES else ():
            if key not in _FIELDS[row.shape]:
                yield row.says(f"unknown field {key!r}", "payload", key)
    for block in _known(doc):
        for key in block.value:
            if key not in wire.BLOCK_FIELDS:
                yield block.says(f"unknown field {key!r}", key)


@rule.each(rows, "AWF046", bad={"/5/payload/error": ""}, clause="StepPayload, ToolPayload: omitempty", severity=WARNING)
def empty_fields_are_left_out(row: Row) -> Iterator[Finding]:
    """An optional field with nothing in it is left out: an empty `error`, a `result` that is null."""
    if row.shape in (Payload.STEP, Payload.TOOL) and row.type in wire.TYPES:
        for key in ("error", "result") if row.shape is Payload.STEP else ("error",):
            if key in row.payload and row.payload[key] in (None, ""):
                yield row.says(f"{key} is empty; leave it out", "payload", key)
