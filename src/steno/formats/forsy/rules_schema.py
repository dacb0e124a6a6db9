"""What the published JSON Schema of Forsy traces decides, which is little: some keys, and wide unions of types."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import shapes
from steno.formats.forsy.document import Document
from steno.formats.forsy.examples import rule
from steno.formats.forsy.words import TRACE_MODES
from steno.formats.shapes import Part, nullable, one_of


def top(doc: Document) -> Iterator[Part]:
    yield doc.top, doc.says


def step_parts(doc: Document) -> Iterator[Part]:
    return ((step.said, step.says) for step in doc.steps)


# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "FSY004", "trace-mode-is-known", top,
        {"trace_mode": nullable(one_of(TRACE_MODES, said=f"{', '.join(TRACE_MODES)} or null"))},
        clause="1.1 trace_mode; F07", bad={"/trace_mode": "replayed"}, page="""
        `trace_mode` is `live`, `retraced`, `hybrid` or null.

        This is the only closed list of values in the schema."""),
    rule.shape(
        "FSY005", "top-has-types-of-the-schema", top, shapes.SCHEMA_TOP,
        clause="1.1 table of top fields", bad={"/memory": 7}, page="""
        Every top-level field has one of the types that the schema allows, or is null.

        The unions are wide: `task` may be an object here.  FSY103 checks what the specification says."""),
    rule.shape(
        "FSY007", "step-has-types-of-the-schema", step_parts, shapes.SCHEMA_STEP,
        clause="1.1 $defs.step", bad={"/steps/2/actor": ["agent"]}, page="""
        Every field of a step has one of the types that the schema allows, or is null.

        The unions are wide: `eval` may be a string here.  FSY111 checks what the specification says."""),
)
# fmt: on


@rule("FSY001", bad="[]\n", clause="1.1 root")
def trace_is_an_object(doc: Document) -> Iterator[Finding]:
    """A trace is one JSON object."""
    if type(doc.value) is not dict:
        yield doc.says(f"the document is {said(doc.value)}, expected an object")


@rule("FSY002", bad={"/task": UNSET}, clause="1.1 required; F02")
def trace_has_version_task_and_steps(doc: Document) -> Iterator[Finding]:
    """`schema_version`, `task` and `steps` are present, even if null."""
    for key in ("schema_version", "task", "steps"):
        if type(doc.value) is dict and key not in doc.top:
            yield doc.says(f"{key} is missing")


@rule("FSY003", bad={"/trace_id": UNSET}, clause="1.1 anyOf; F03")
def trace_has_an_id(doc: Document) -> Iterator[Finding]:
    """A trace has a `trace_id`, or, in older versions, a `collection_id`.

    The schema accepts either; new traces have a `trace_id`, which FSY102 requires.
    """
    if type(doc.value) is dict and "trace_id" not in doc.top and "collection_id" not in doc.top:
        yield doc.says("neither trace_id nor collection_id is there")


@rule("FSY006", bad={"/steps/-": "and then it worked"}, clause="1.1 $defs.step")
def steps_are_objects(doc: Document) -> Iterator[Finding]:
    """`steps` is an array, and every step an object."""
    steps = doc.top.get("steps", [])
    if type(steps) is not list:
        yield doc.says(f"steps is {said(steps)}, expected an array", "steps")
        return
    for index, step in enumerate(steps):
        if type(step) is not dict:
            yield doc.says(f"the step is {said(step)}, expected an object", "steps", index)
