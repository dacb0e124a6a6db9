"""Events as Steno spells them, written many at once, are those that are written one by one."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from steno.formats.counter import LossCounter
from steno.formats.open_token import losses
from steno.formats.open_token.fresh import Fresh
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.nesting import writable
from steno.formats.open_token.options import Include, Internal, Mode, Options
from steno.formats.open_token.page import Page
from steno.formats.open_token.rows import Form, Row, spelled
from steno.model import Trace, Usage
from steno.testing.strategies import traces

LAYOUTS = {"pretty": (Mode.JSON, True), "compact": (Mode.JSON, False), "lines": (Mode.NDJSON, False)}
SHOWN = Options(include=Include.INTERNAL, internal=Internal.FULL, permit_internal=True)

Written = tuple[bytes, dict[str, Any] | None, int, list[tuple[str, int]]]


def by_pages(rows: list[Row], name: str) -> Written:
    mode, pretty = LAYOUTS[name]
    out, digest, counter = io.BytesIO(), Digest(), LossCounter(losses.TABLE)
    Page(Layout(mode, pretty=pretty), digest, out, counter).write(rows)
    return out.getvalue(), digest.integrity(), digest.size, [(each.code, each.count) for each in counter]


def one_by_one(rows: list[Row], name: str) -> Written:
    mode, pretty = LAYOUTS[name]
    layout, digest, counter = Layout(mode, pretty=pretty), Digest(), LossCounter(losses.TABLE)
    found = list(writable(map(spelled, rows), counter))
    for event in found:
        digest.add(event)
    data = layout.between.join(map(layout.event, found))
    return data, digest.integrity(), digest.size, [(each.code, each.count) for each in counter]


FORM = Form("tool_result", "act_002", "internal", "tool")
SAID = Form("annotation", "act_001", "metadata", "system")


def row(content: dict[str, Any] | Usage, form: Form = FORM, **more: Any) -> Row:
    return 1, more.get("time"), form, content, more.get("links"), more.get("usage")


@pytest.mark.parametrize("name", LAYOUTS)
@given(trace=traces())
def test_any_trace(name: str, trace: Trace) -> None:
    rows = list(Fresh(trace, SHOWN, None, "2026-01-01T00:00:00Z").rows(LossCounter(losses.TABLE)))
    assert by_pages(rows, name) == one_by_one(rows, name)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


ODD: dict[str, Any] = {
    "half a character": "\ud800 alone",
    "a long text": "é" * 300_000,
    "a number that RFC 8785 refuses": {"n": 2**60},
    "a number with its own spelling": {"n": Raw(b"1.10"), "m": 1.0, "e": 1e300},
    "a key beyond the first plane": {"\U0001f680": 1, "\uffee": 2},
    "nesting": nested(700),
    "nesting that nobody can write": nested(900),
    "many brackets": [[]] * 900,
    "nothing": None,
    "an empty object": {},
}


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("what", ODD)
def test_what_is_spelled_in_another_way(name: str, what: str) -> None:
    value = ODD[what]
    content = (
        {"mime": "text/plain", "text": value} if isinstance(value, str) else {"mime": "application/json", "data": value}
    )
    usage = Usage(input=3, output=2**60)
    rows = [
        row({"mime": "text/plain", "text": "first"}, links={"replies_to": "evt_000001", "call_id": "call_000001"}),
        row(content, links={"call_id": "call_000001"}),
        row(content, usage=usage),
        row(content, time="2026-01-01T00:00:00Z", usage=Usage(output=3, input=2)),
        row({"mime": "text/plain"}),
        row(content, SAID),
        row(content, SAID),
    ]
    assert by_pages(rows, name) == one_by_one(rows, name)


ODD_COUNT: Any = 1.5
COUNTS = (
    Usage(input=5, cache_read=5, total=0),
    Usage(input=7, cache_read=7, total=2**53 - 1),
    Usage(output=1, reasoning=2, cache_read=2, cache_write=3, total=1),
    Usage(reasoning=10**15 - 1, total=10**15 - 1),
    Usage(reasoning=10**15, total=10**15),
    Usage(output=2**53, total=2**53),
    Usage(input=ODD_COUNT, total=ODD_COUNT),
    Usage(input=True, total=True),
    Usage(input=-1, total=-1),
    Usage(output=1),
    Usage(total=1),
    Usage(),
)


@pytest.mark.parametrize("name", LAYOUTS)
def test_counts_of_tokens(name: str) -> None:
    links = {"replies_to": "evt_000001"}
    said = [row(counts, form, links=links) for form in (FORM, SAID) for counts in COUNTS * 2]
    stated = [row({"mime": "text/plain", "text": "x"}, usage=counts) for counts in COUNTS * 2]
    other = [row({"mime": "application/json", "data": {"usage": {"total_tokens": 1}}}, SAID)]
    assert by_pages(said + stated + other, name) == one_by_one(said + stated + other, name)


@given(st.integers(1, 2000))
def test_many_events_are_cut_into_pieces_anywhere(size: int) -> None:
    rows = [row({"mime": "text/plain", "text": "x" * size}) for _ in range(150)]
    assert by_pages(rows, "pretty") == one_by_one(rows, "pretty")
