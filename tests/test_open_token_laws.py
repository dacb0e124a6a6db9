"""Open-Token loses nothing without a word."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.model import Trace
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces
from tests.open_token import EVERYTHING, FIXTURES, errors, read, written

NOTHING = Unexplained([], [])
OPTIONS = st.sampled_from(
    [
        ["include=visible-only"],
        ["include=include-internal"],
        ["include=include-internal", "internal=summary"],
        ["include=include-internal", "internal=full", "permit_internal=true"],
    ]
)
MODES = st.sampled_from([["mode=json"], ["mode=json", "pretty=false"], ["mode=ndjson"]])
SLOWLY = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(traces(), OPTIONS, MODES)
def test_every_difference_is_a_loss_and_every_loss_a_difference(
    trace: Trace, options: list[str], mode: list[str]
) -> None:
    data, losses = written(trace, *options, *mode)
    assert unexplained(trace, read(data)[0], losses) == NOTHING
    assert errors(data) == []


@SLOWLY
@given(traces(), OPTIONS, OPTIONS, MODES)
def test_the_law_holds_for_a_trace_that_was_read_from_open_token(
    trace: Trace, first: list[str], second: list[str], mode: list[str]
) -> None:
    before, _ = read(written(trace, *first)[0])
    data, losses = written(before, *second, *mode)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert errors(data) == []


@SLOWLY
@given(traces(), OPTIONS, MODES)
def test_what_steno_wrote_comes_back_byte_for_byte(trace: Trace, options: list[str], mode: list[str]) -> None:
    data, _ = written(trace, *options, *mode)
    assert written(read(data)[0], *EVERYTHING, *mode) == (data, [])


@SLOWLY
@given(traces())
def test_json_and_ndjson_of_one_trace_say_the_same(trace: Trace) -> None:
    whole = written(trace, "mode=json")[0]
    as_lines = written(trace, "mode=ndjson")[0]
    footer = json.loads(as_lines.splitlines()[-1])
    assert footer["integrity"] == json.loads(whole)["integrity"]
    assert written(read(as_lines)[0], *EVERYTHING, "mode=json")[0] == whole
    assert written(read(whole)[0], *EVERYTHING, "mode=ndjson")[0] == as_lines


@pytest.mark.parametrize("name", ["minimal.json", "rich.json", "rich.ndjson"])
@pytest.mark.parametrize("mode", ["json", "ndjson"])
def test_a_document_keeps_its_values_in_either_form(name: str, mode: str) -> None:
    data = (FIXTURES / name).read_bytes()
    own = "ndjson" if name.endswith("ndjson") else "json"
    other, losses = written(read(data)[0], *EVERYTHING, f"mode={mode}")
    back, further = written(read(other)[0], *EVERYTHING, f"mode={own}", "pretty=false")
    assert (losses, further) == ([], [])
    assert back == written(read(data)[0], *EVERYTHING, f"mode={own}", "pretty=false")[0]
