"""What the published JSON Schema of Forsy traces decides, which is little: some keys, and wide unions of types."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import rules_kinds as kinds
from steno.formats.forsy.document import Document
from steno.formats.forsy.examples import act, trace, user
from steno.formats.forsy.rules_each import judges
from steno.formats.forsy.words import TRACE_MODES

_GOOD = trace()


@judges("FSY001", good=_GOOD, bad="[]\n", clause="1.1 root")
def trace_is_an_object(doc: Document) -> Iterator[Finding]:
    """A trace is one JSON object."""
    if type(doc.value) is not dict:
        yield doc.says(f"the document is {said(doc.value)}, expected an object")


@judges("FSY002", good=_GOOD, bad=trace(task=UNSET), clause="1.1 required; F02")
def trace_has_version_task_and_steps(doc: Document) -> Iterator[Finding]:
    """`schema_version`, `task` and `steps` are there, null if need be."""
    for key in ("schema_version", "task", "steps"):
        if type(doc.value) is dict and key not in doc.top:
            yield doc.says(f"{key} is missing")


@judges("FSY003", good=_GOOD, bad=trace(trace_id=UNSET), clause="1.1 anyOf; F03")
def trace_has_an_id(doc: Document) -> Iterator[Finding]:
    """A trace has a `trace_id`, or, in older versions, a `collection_id`.

    The schema is content with either; new traces have a `trace_id`, which FSY102 asks for.
    """
    if type(doc.value) is dict and "trace_id" not in doc.top and "collection_id" not in doc.top:
        yield doc.says("neither trace_id nor collection_id is there")


@judges("FSY004", good=_GOOD, bad=trace(trace_mode="replayed"), clause="1.1 trace_mode; F07")
def trace_mode_is_known(doc: Document) -> Iterator[Finding]:
    """`trace_mode` is `live`, `retraced`, `hybrid` or null.

    It is the only closed list of words in the schema.
    """
    mode = doc.top.get("trace_mode")
    if mode is not None and mode not in TRACE_MODES:
        yield doc.says(f"trace_mode is {said(mode)}, expected {', '.join(TRACE_MODES)} or null", "trace_mode")


@judges("FSY005", good=_GOOD, bad=trace(memory=7), clause="1.1 table of top fields")
def top_has_types_of_the_schema(doc: Document) -> Iterator[Finding]:
    """Every field of the top has one of the types that the schema allows, or is null.

    The unions are wide: `task` may be an object here.  FSY103 asks for what the specification says.
    """
    for key, kind in kinds.SCHEMA_TOP.items():
        if not kind.fits(doc.top.get(key)):
            yield doc.says(f"{key} is {said(doc.top[key])}, expected {kind}", key)


@judges("FSY006", good=_GOOD, bad=trace(user(1), "and then it worked"), clause="1.1 $defs.step")
def steps_are_objects(doc: Document) -> Iterator[Finding]:
    """`steps` is an array, and every step an object."""
    steps = doc.top.get("steps")
    if type(steps) is not list:
        if "steps" in doc.top:
            yield doc.says(f"steps is {said(steps)}, expected an array", "steps")
        return
    for index, step in enumerate(steps):
        if type(step) is not dict:
            yield doc.says(f"the step is {said(step)}, expected an object", "steps", index)


@judges("FSY007", good=_GOOD, bad=trace(user(1), act(2, actor=["agent"])), clause="1.1 $defs.step")
def step_has_types_of_the_schema(doc: Document) -> Iterator[Finding]:
    """Every field of a step has one of the types that the schema allows, or is null.

    The unions are wide: `eval` may be a string here.  FSY111 asks for what the specification says.
    """
    for step in doc.steps:
        for key, kind in kinds.SCHEMA_STEP.items():
            value = step.said.get(key)
            if value is not None and not kind.fits(value):
                yield doc.of(step, f"{key} is {said(value)}, expected {kind}", key)


RULES: tuple[Rule, ...] = (
    trace_is_an_object,
    trace_has_version_task_and_steps,
    trace_has_an_id,
    trace_mode_is_known,
    top_has_types_of_the_schema,
    steps_are_objects,
    step_has_types_of_the_schema,
)
