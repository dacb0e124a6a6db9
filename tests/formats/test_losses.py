"""Every format names what it loses by one table, and names all of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from steno import pipeline
from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.formats.awf.losses import TABLE as AWF
from steno.formats.forsy.losses import TABLE as FORSY
from steno.formats.losses import NATIVE, Table
from steno.formats.open_token.losses import TABLE as OPEN_TOKEN
from steno.formats.opentraces.losses import TABLE as OPENTRACES
from steno.model import Event, Header, Trace
from steno.model.ledger import NOTE
from steno.registry import formats, passes
from steno.testing.fake import STILL
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces
from tests.given.effort import examples
from tests.given.samples import samples

FIXTURES = [path for name in formats.names() for path in samples(name)]
TABLES = {"open-token": OPEN_TOKEN, "forsy": FORSY, "opentraces": OPENTRACES, "awf": AWF}
each_table = pytest.mark.parametrize("name", TABLES)
QUICKLY = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


def written(format: Format, trace: Trace) -> tuple[bytes, list[Diagnostic]]:
    out, found = io.BytesIO(), list[Diagnostic]()
    assert format.writer is not None
    format.writer((), STILL, lambda _: None).write([trace], out, found.append)
    return out.getvalue(), found


def read(data: bytes, name: str) -> Trace:
    (trace,) = pipeline.read(io.BytesIO(data), Place(), lambda _: None, name)
    return trace


def ready(trace: Trace, format: Format) -> Trace:
    """What a redaction did is left out: a format without a place for it is no loss, for the command says it."""
    trace = replace(trace, notes=tuple(each for each in trace.notes if each.key != NOTE))
    return pipeline.apply([passes[each] for each in (*format.needs, *format.derives)], trace, lambda _: None)


def test_every_format_that_is_not_an_agents_log_has_a_table() -> None:
    assert {each.name for each in formats if each.writer is not None and each.losses != NATIVE} == {*TABLES}


@each_table
def test_a_table_speaks_of_fields_that_there_are_and_of_losses_that_the_format_lists(name: str) -> None:
    table = TABLES[name]
    assert {*table.event} <= {*Event.__struct_fields__}
    assert {*table.header} <= {*Header.__struct_fields__}
    assert table.losses == formats[name].losses
    named = (table.field, table.body, table.another, table.notes, table.rewritten)
    assert {*named, *table.event.values(), *table.header.values()} <= {*table.losses}


@each_table
def test_a_loss_says_of_which_format_it_speaks(name: str) -> None:
    table = TABLES[name]
    said = [table.message(each.code) for each in table.losses]
    assert all(said)
    assert not [each for each in said if "{" in each]
    assert len({each.code for each in table.losses}) == len(table.losses)


def stray(table: Table, losses: list[Diagnostic]) -> list[str]:
    """Losses of an event's own fields under another code than the table has for them."""
    wrong = []
    for each in losses:
        before, _, field = each.place.pointer.rpartition("/")
        own = before == "/events/*" and field in Event.__struct_fields__ and field not in ("body", "residue")
        if own and each.code != table.event.get(field, table.field).code:
            wrong.append(str(each))
    return wrong


AMBIGUOUS = {
    "codex/paginated.jsonl", "open_token/rich.json", "open_token/rich.ndjson", "claude_ai/conversations.json",
    "chatgpt/conversations.json", "goose/20260131_090000.jsonl", "entire/transcript.jsonl",
    "mini_swe_agent/text.traj.json", "grok/history.jsonl", "kiro/editor.json", "posit_assistant/alone.jsonl",
}  # fmt: skip
"""Where the law pairs events with the steps of Forsy in another way than the writer did: it finds other differences."""


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.name}")
@each_table
def test_what_a_fixture_loses_in_any_format_is_named_and_nothing_else_is(
    name: str, path: Path, request: pytest.FixtureRequest
) -> None:
    if name == "forsy" and f"{path.parent.name}/{path.name}" in AMBIGUOUS:
        request.applymarker(pytest.mark.xfail(strict=True, reason="two ways to pair events with steps"))
    format = formats[name]
    for before in pipeline.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None):
        if all(source.format == name for source in before.header.sources):
            continue  # written back as it was read: the format's own laws speak of it
        before = ready(before, format)
        data, losses = written(format, before)
        assert unexplained(before, read(data, name), losses) == Unexplained([], [])
        assert {each.code for each in losses} <= {each.code for each in format.losses}
        assert stray(TABLES[name], losses) == []
        assert [(each.code, each.place.pointer) for each in losses] == sorted(
            (each.code, each.place.pointer) for each in losses
        )


@each_table
@QUICKLY
@given(before=traces())
def test_what_any_trace_loses_is_named_by_the_table(name: str, before: Trace) -> None:
    losses = written(formats[name], ready(before, formats[name]))[1]
    assert {each.code for each in losses} <= {each.code for each in TABLES[name].losses}
    assert stray(TABLES[name], losses) == []
