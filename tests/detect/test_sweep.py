"""A value that was found once is found everywhere, in every shape."""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.base.exact import encode
from steno.detect.grams import Grams
from steno.detect.plain import Plain
from steno.detect.spans import SWEPT, Span
from steno.detect.spelling import shapes
from steno.detect.sweep import Sweep
from steno.detect.word import Word
from tests.given.effort import examples

VALUE = 'Tiger"77/ä+x'


def nested(value: str, times: int) -> str:
    for _ in range(times):
        value = json.dumps(value)[1:-1]
    return value


@given(
    st.lists(st.text(alphabet='ab"\\\n\x1fé/', min_size=8, max_size=12), min_size=1, max_size=3),
    st.lists(st.integers(0, 3), max_size=3),
    st.text(alphabet='ab"\\\n\x1fé/', max_size=6),
)
@settings(max_examples=examples(300), deadline=None)
def test_wherever_a_text_may_hold_a_value_the_json_of_it_does(values: list[str], depths: list[int], more: str) -> None:
    sweep = Sweep([("secret", value) for value in values])
    text = more.join(["", *(nested(values[number % len(values)], number) for number in depths), ""])
    spelled = encode([text, "x"])
    if list(sweep.may_match([text])):
        assert all(2 <= start < end <= len(spelled) - 6 for start, end in sweep.spelled_in(spelled))
        assert list(sweep.spelled_in(spelled))


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
    assert Sweep([("password", VALUE)]).find(around) == [Span(7, 7 + len(text), "password", SWEPT, VALUE)]


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


def varied(size: int) -> str:
    """Characters that do not repeat."""
    digits = "".join(hashlib.sha512(str(number).encode()).hexdigest() for number in range(size // 128 + 1))
    return digits[:size].translate(str.maketrans("0123456789", "GHIJKLMNOP"))


SIZES = (8, 63, 64, 65, 255, 256, 257, 511, 2_000, 6_000, 100_000, 1_000_000)


@pytest.mark.parametrize("size", SIZES)
def test_a_value_of_any_length_is_found_whole_in_every_shape(size: int) -> None:
    value = varied(size)
    sweep = Sweep([("password", value)])
    for text in (value, value.encode().hex(), base64.b64encode(value.encode()).decode().rstrip("=")):
        (span,) = sweep.find(f"before {text} after")
        assert (span.start, span.value) == (7, value)
        assert 7 + len(text) - 2 <= span.end <= 7 + len(text)
    assert [span.value for span in sweep.values(f"é {value}".encode())] == [value]
    assert sweep.find(varied(2 * size)[size:]) == []


def test_a_long_value_that_was_cut_is_found_as_far_as_it_stands() -> None:
    value = varied(3_000)
    (span,) = Sweep([("password", value)]).find(f"head: {value[100:900]}...")
    assert (span.start, span.end, span.value) == (6, 806, value)


def test_an_even_stretch_of_a_long_value_is_no_sign_of_it() -> None:
    value = varied(400) + "A" * 400 + varied(1_000)[600:]
    sweep = Sweep([("secret", value)])
    assert sweep.find("A" * 10_000) == []
    assert [(span.start, span.end) for span in sweep.find(f" {value} ")] == [(1, 1 + len(value))]


def test_a_long_even_value_is_found() -> None:
    value = "ab" * 3_000
    assert [(span.start, span.end) for span in Sweep([("secret", value)]).find(f" {value} ")] == [(1, 6_001)]


def test_values_that_overlap_are_masked_from_end_to_end() -> None:
    sweep = Sweep([("secret", "abcdefghij"), ("secret", "ghijklmnopqrst")])
    assert sweep.find("-abcdefghijklmnopqrst-") == [Span(1, 21, "secret", SWEPT, "ghijklmnopqrst")]


@given(st.lists(st.text("abcAé+/ ", min_size=8, max_size=20), min_size=1, max_size=40), st.text("abcé ", max_size=80))
@settings(deadline=None)
def test_grams_find_what_a_compiled_gate_does(values: list[str], noise: str) -> None:
    text, values = noise.join(values), sorted(set(values))
    assert Grams(values).hits(text) == Plain([Word(value) for value in values]).hits(text)


def test_a_value_with_half_a_character_is_found() -> None:
    value = "abcdefgh\ud800ijkl"
    assert [(span.start, span.end) for span in Sweep([("secret", value)]).find(f" {value} ")] == [(1, 14)]
