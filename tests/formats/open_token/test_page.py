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
from steno.model import Trace
from steno.testing.strategies import traces

LAYOUTS = {"pretty": (Mode.JSON, True), "compact": (Mode.JSON, False), "lines": (Mode.NDJSON, False)}
SHOWN = Options(include=Include.INTERNAL, internal=Internal.FULL, permit_internal=True)

Written = tuple[bytes, dict[str, Any] | None, int, list[tuple[str, int]]]


def by_pages(events: list[dict[str, Any]], name: str) -> Written:
    mode, pretty = LAYOUTS[name]
    out, digest, counter = io.BytesIO(), Digest(), LossCounter(losses.TABLE)
    Page(Layout(mode, pretty=pretty), digest, out, counter).write(events)
    return out.getvalue(), digest.integrity(), digest.size, [(each.code, each.count) for each in counter]


def one_by_one(events: list[dict[str, Any]], name: str) -> Written:
    mode, pretty = LAYOUTS[name]
    layout, digest, counter = Layout(mode, pretty=pretty), Digest(), LossCounter(losses.TABLE)
    found = list(writable(events, counter))
    for event in found:
        digest.add(event)
    data = layout.between.join(map(layout.event, found))
    return data, digest.integrity(), digest.size, [(each.code, each.count) for each in counter]


def spelled(content: dict[str, Any], **more: Any) -> dict[str, Any]:
    about = {"type": "tool_result", "actor_id": "act_002", "visibility": "internal", "role": "tool"}
    return {"id": "evt_000001", "seq": 1, **about, "content": content, **more}


@pytest.mark.parametrize("name", LAYOUTS)
@given(trace=traces())
def test_any_trace(name: str, trace: Trace) -> None:
    events = list(Fresh(trace, SHOWN, None, "2026-01-01T00:00:00Z").events(LossCounter(losses.TABLE)))
    assert by_pages(events, name) == one_by_one(events, name)


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
    usage = {"input_tokens": 3, "output_tokens": 2**60}
    events = [
        spelled({"mime": "text/plain", "text": "first"}, links={"replies_to": "evt_000001", "call_id": "call_000001"}),
        spelled(content, links={"call_id": "call_000001"}),
        spelled(content, usage=usage),
        spelled({"mime": "text/plain"}),
        spelled(content),
    ]
    assert by_pages(events, name) == one_by_one(events, name)


@given(st.integers(1, 2000))
def test_many_events_are_cut_into_pieces_anywhere(size: int) -> None:
    events = [spelled({"mime": "text/plain", "text": "x" * size}) for _ in range(150)]
    assert by_pages(events, "pretty") == one_by_one(events, "pretty")
