"""A value that was found once is found everywhere, in every shape."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect.engine import Span
from steno.detect.plain import Plain
from steno.detect.spelling import shapes
from steno.detect.sweep import CODE, Sweep

VALUE = 'Tiger"77/ä+x'


def nested(value: str, times: int) -> str:
    for _ in range(times):
        value = json.dumps(value)[1:-1]
    return value


@pytest.mark.parametrize(
    "text",
    [
        VALUE,
        nested(VALUE, 1),
        nested(VALUE, 2),
        nested(VALUE, 3),
        json.dumps(VALUE, ensure_ascii=False)[1:-1],
        quote(VALUE, safe=""),
        VALUE.encode().hex(),
        VALUE.encode().hex().upper(),
    ],
)
def test_every_shape_of_a_value_is_found_whole(text: str) -> None:
    around = f"before {text} after"
    assert Sweep([("password", VALUE)]).find(around) == [Span(7, 7 + len(text), "password", CODE, VALUE)]


@given(st.binary(max_size=7), st.text(min_size=8, max_size=30), st.binary(max_size=7))
def test_base64_is_found_at_every_alignment(before: bytes, value: str, after: bytes) -> None:
    text = base64.b64encode(before + value.encode("utf-8", "surrogatepass") + after).decode()
    spans = Sweep([("secret", value)]).find(text)
    assert spans
    assert len(text) - sum(span.end - span.start for span in spans) <= (len(before) + len(after)) * 4 / 3 + 8


@given(st.lists(st.text(min_size=8, max_size=12), max_size=4), st.text(max_size=80))
@settings(deadline=None)
def test_both_gates_find_the_same(values: list[str], noise: str) -> None:
    known = [("secret", value) for value in values if value.encode("utf-8", "replace").decode() == value]
    text = noise.join(values)
    assert Sweep(known).find(text) == Sweep(known, Plain).find(text)


def test_a_short_value_is_not_looked_for() -> None:
    assert Sweep([("password", "abc")]).find("abc abc") == []


def test_shapes_are_texts_that_the_value_alone_decides() -> None:
    assert base64.b64encode(b"hunter2hunter2").decode()[:18] in [*shapes("hunter2hunter2")]
    assert base64.b64encode(b"?hunter2hunter2").decode()[2:20] in [*shapes("hunter2hunter2")]
