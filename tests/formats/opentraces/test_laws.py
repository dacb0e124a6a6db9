"""An OpenTraces record loses nothing without a word, and the schema's own package takes whatever Steno writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from steno.base.exact import decode, encode
from steno.model import Event, Note, Origin, Source, Trace
from steno.model.steps import derived
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces, values
from tests.given.corpus import corpus
from tests.given.effort import examples
from tests.given.opentraces import FIXTURES, INSTALLED, KEEP, line, native, package, read, read_all, records, written

NOTHING = Unexplained([], [])
MANY = settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
VERSIONS = st.sampled_from(["version=0.7", "version=0.6", "version=0.9"])


@MANY
@given(traces(), VERSIONS, st.sampled_from(["beside=keep", "beside=drop"]))
def test_every_difference_is_a_loss_and_every_loss_a_difference(before: Trace, version: str, beside: str) -> None:
    data, losses = written(before, version, beside)
    assert unexplained(before, read(data)[0], losses) == NOTHING


def _record(event: Event) -> Any:
    """A step that says again what its event holds: a reader keeps it without that."""
    text = getattr(event.body, "text", None)
    return {"role": "user", "content": text, "reasoning_content": text, "x": {"a": 1}, "step_index": UNSET}


@MANY
@given(traces())
def test_the_law_holds_where_some_events_were_read_from_another_record(before: Trace) -> None:
    other = len(before.header.sources)
    events = tuple(
        structs.replace(event, origin=structs.replace(event.origin, source=other), residue=_record(event))
        if isinstance(event.origin, Origin)
        else event
        for event in before.events
    )
    header = structs.replace(before.header, sources=(*before.header.sources, Source("opentraces")))
    before = structs.replace(before, header=header, events=events)
    found, losses = written(before)
    assert unexplained(before, read(found)[0], losses) == NOTHING


@MANY
@given(traces(), VERSIONS)
def test_what_steno_wrote_comes_back_byte_for_byte(whole: Trace, version: str) -> None:
    data, _ = written(whole, version)
    assert written(read(data)[0], version) == (data, [])


@MANY
@given(traces(), st.just(INSTALLED), st.sampled_from(["inline", "linked"]))
def test_the_package_accepts_what_steno_writes_and_dumps_the_same(whole: Trace, version: str, runs: str) -> None:
    data, _ = written(whole, version, f"subagents={runs}")
    for each in data.splitlines():
        record = package(each)
        assert record.compute_content_hash() == record.content_hash
        _is_read_alike(record, each)


_odd = st.dictionaries(
    st.sampled_from(["step_index", "role", "content", "tool_calls", "observations", "token_usage", "x", "timestamp"]),
    values | st.sampled_from(["user", "agent", [{"tool_name": "a", "input": {"steno.value": 1}}]]),
    max_size=5,
)
_top = st.dictionaries(
    st.sampled_from(["schema_version", "trace_id", "agent", "steps", "metadata", "patches", "outcome", "x"]),
    values
    | st.lists(_odd | values, max_size=3)
    | st.fixed_dictionaries({"steno": st.fixed_dictionaries({"order": values, "pieces": values, "beside": values})}),
    max_size=5,
)


@MANY
@given(records() | _top)
def test_any_record_is_written_back_as_it_stood(record: Any) -> None:
    data = encode(record)
    found, losses = written(read(data)[0], *KEEP)
    assert encode(decode(found).value) == encode(decode(data).value)
    assert losses == []


@MANY
@given(records(9) | records(3) | _top, VERSIONS)
def test_every_change_of_another_version_is_a_loss(record: Any, version: str) -> None:
    before, _ = read(encode(record))
    data, losses = written(before, version)
    assert unexplained(before, read(data)[0], losses) == NOTHING


@pytest.mark.parametrize("name", ["v0_1.json", "v0_7.jsonl", "v0_9.jsonl"])
def test_a_later_word_is_written_and_its_author_is_a_loss(name: str) -> None:
    before = read_all((FIXTURES / name).read_bytes())[0][0]
    said = (
        Note(author="human:Mara", key="outcome", value={"success": False}, time="2026-05-01T00:00:00Z"),
        Note(author="human:Mara", key="task", value="Water the roses"),
        Note(author="human:Mara", key="colour", value="red"),
    )
    before = structs.replace(before, notes=before.notes + said)
    data, losses = written(before, *KEEP)
    after = read(data)[0]
    assert unexplained(before, after, losses) == NOTHING
    found = {note.key: note.value for note in after.notes}
    assert (found["outcome"]["success"], found["task"]) == (False, "Water the roses")


def test_what_a_rule_derives_does_not_change_what_a_record_says() -> None:
    data = (FIXTURES / "v0_7.jsonl").read_bytes().splitlines(keepends=True)[0]
    before = read(data)[0]
    before = structs.replace(before, notes=(*before.notes, derived("test", "metrics", {"total_steps": 99})))
    found, losses = written(before, "version=0.7")
    assert found == data
    assert unexplained(before, read(found)[0], losses) == NOTHING


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_records_of_real_sessions_are_the_packages_own(agent: str) -> None:
    paths = sorted((corpus() / agent).rglob("*.jsonl"))
    assert paths
    for path in paths:
        data = path.read_bytes()
        for before in native(agent, data)[0]:
            found, losses = written(before, INSTALLED)
            record = package(found)
            assert record.compute_content_hash() == record.content_hash, path
            if len(data) < 300_000:
                assert written(native(agent, data)[0], INSTALLED)[0] == found, path
                _is_read_alike(record, found)
            if len(data) < 60_000:
                assert unexplained(before, read(found)[0], losses) == NOTHING, path


def _is_read_alike(record: Any, data: bytes) -> None:
    """The package's own dump says the same, to others and to Steno."""
    dumped = json.loads(record.model_dump_json())
    assert dumped == json.loads(data)
    assert read(line(dumped))[0] == read(line(json.loads(data)))[0]
