"""Whether a call worked is the same for a comparison as for the steps of a trace, however it is found out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from steno import session
from steno.api import compare
from steno.model import ToolCall, Trace
from steno.model.steps import steps
from steno.session import Input, with_steps

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.jsonl"))


def by_steps(trace: Trace) -> dict[str, bool]:
    found = (each for each in steps(with_steps(trace)) if isinstance(each.anchor.body, ToolCall))
    return {each.anchor.uid: worked for each in found if isinstance(worked := each.get("success"), bool)}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name[:8])
def test_the_log_alone_says_what_the_steps_say(path: Path) -> None:
    (trace,) = session.read(Input(path.name, path), io.BytesIO(), lambda each: None, subagents=True)
    trace = replace(trace, notes=())
    assert compare._worked(trace) == by_steps(trace) != {}


def test_what_somebody_said_of_a_call_goes_before_the_log() -> None:
    (trace,) = session.read(Input(EXAMPLES[0].name, EXAMPLES[0]), io.BytesIO(), lambda each: None)
    noted = with_steps(trace)
    said = tuple(replace(each, value=not each.value) if each.key == "success" else each for each in noted.notes)
    turned = replace(noted, notes=said)
    assert compare._worked(turned) == {uid: not each for uid, each in by_steps(trace).items()}
