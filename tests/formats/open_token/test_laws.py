"""Open-Token loses nothing without a word."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.diagnostics import Diagnostic, Place, Severity
from steno.model import Text, Trace
from steno.passes.pair import PASS
from steno.registry import formats
from steno.testing.laws import Unexplained, differences, unexplained
from steno.testing.strategies import traces
from tests.given.corpus import corpus
from tests.given.effort import examples
from tests.given.open_token import EVERYTHING, FIXTURES, errors, event, read, trace, written

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
SLOWLY = settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(traces(), OPTIONS, MODES)
def test_every_difference_is_a_loss_and_every_loss_a_difference(
    before: Trace, options: list[str], mode: list[str]
) -> None:
    data, losses = written(before, *options, *mode)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert errors(data) == []


@SLOWLY
@given(traces(), OPTIONS, OPTIONS, MODES)
def test_the_law_holds_for_a_trace_that_was_read_from_open_token(
    whole: Trace, first: list[str], second: list[str], mode: list[str]
) -> None:
    before, _ = read(written(whole, *first)[0])
    data, losses = written(before, *second, *mode)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert errors(data) == []


@SLOWLY
@given(traces(), OPTIONS, MODES)
def test_what_steno_wrote_comes_back_byte_for_byte(whole: Trace, options: list[str], mode: list[str]) -> None:
    data, _ = written(whole, *options, *mode)
    assert written(read(data)[0], *EVERYTHING, *mode) == (data, [])


@SLOWLY
@given(traces())
def test_json_and_ndjson_of_one_trace_say_the_same(before: Trace) -> None:
    whole = written(before, "mode=json")[0]
    as_lines = written(before, "mode=ndjson")[0]
    footer = json.loads(as_lines.splitlines()[-1])
    assert footer["integrity"] == json.loads(whole)["integrity"]
    assert written(read(as_lines)[0], *EVERYTHING, "mode=json")[0] == whole
    assert written(read(whole)[0], *EVERYTHING, "mode=ndjson")[0] == as_lines


def test_a_difference_without_a_loss_and_a_loss_without_a_difference_break_the_law() -> None:
    before = trace(event("1", Text("a")), title="one")
    after = trace(event("1", Text("b")), title="one")
    lost = Diagnostic("CNV006", Severity.LOSS, "", Place(pointer="/header/title"))
    assert differences(before, before) == {}
    assert unexplained(before, after, [lost]) == Unexplained(
        ["/events/*/body/text: 1, named 0"], ["/header/title: 1, found 0"]
    )


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_law_holds_for_real_sessions(agent: str) -> None:
    reader = formats[agent].reader
    assert reader is not None
    small = [path for path in sorted((corpus() / agent).rglob("*.jsonl")) if path.stat().st_size < 60_000]
    assert small
    for path in small:
        for whole in reader.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None):
            before = PASS.run(whole, lambda _: None)
            data, losses = written(before, *EVERYTHING)
            after, _ = read(data)
            assert (path, unexplained(before, after, losses), errors(data)) == (path, NOTHING, [])
            assert written(after, *EVERYTHING) == (data, [])


@pytest.mark.parametrize("name", ["minimal.json", "rich.json", "rich.ndjson"])
@pytest.mark.parametrize("mode", ["json", "ndjson"])
def test_a_document_keeps_its_values_in_either_form(name: str, mode: str) -> None:
    data = (FIXTURES / name).read_bytes()
    own = "ndjson" if name.endswith("ndjson") else "json"
    keep = (*EVERYTHING, "document=keep")
    other, losses = written(read(data)[0], *keep, f"mode={mode}")
    back, further = written(read(other)[0], *keep, f"mode={own}", "pretty=false")
    assert (losses, further) == ([], [])
    assert back == written(read(data)[0], *keep, f"mode={own}", "pretty=false")[0]
