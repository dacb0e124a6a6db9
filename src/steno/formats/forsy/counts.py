"""What a Forsy trace holds, in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from steno.base.exact import JSON
from steno.formats.forsy.sums import sums
from steno.formats.forsy.words import STEP as FIELDS
from steno.formats.records import tally
from steno.model import Trace
from steno.model.steps import STEP, Step, steps, whole


def count(trace: Trace) -> Mapping[str, JSON]:
    """Counts of its steps, computed, whatever its summary says."""
    found, said = steps(trace), whole(trace)
    known: dict[str, JSON] = {
        key: said[key].value for key in ("trace_mode", "validation_level", "termination_reason") if key in said
    }  # fmt: skip
    return {
        "records": len(found),
        **known,
        **{key: value for key, value in sums(map(_fields, found)).items() if key != "total_steps"},
        "actions": tally(step.action for step in found),
        "tools": tally(tool for step in found if (tool := step.get("tool")) is not None),
        "artifacts": len(trace.artifacts),
    }


def _fields(step: Step) -> dict[str, JSON]:
    return {key: step.get(STEP if key == "action" else key) for key in FIELDS}
