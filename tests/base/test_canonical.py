"""Canonical JSON agrees with RFC 8785, and goes on where that stops."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from steno.base.canonical import NotCanonical, canonical, dumped
from steno.base.exact import decode

integers = st.integers(-(2**53) + 1, 2**53 - 1)
scalars = st.none() | st.booleans() | integers | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(values)
@example({"\U0001f600": 1, "\ufb33": 2, "\r": 3, "1": 4, "\u0080": 5, "ö": 6, "€": 7})
@example([1.0, -0.0, 1e16, 1e20, 1e21, 1e-6, 1e-7, 5e-324, 1.5e300, 333333333.33333329, 4.50, 2e-3])
def test_it_is_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)
    assert canonical(value, exact=True) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("9007199254740993", "9007199254740993"),
        ('{"b":1,"a":123456789012345678901234567890}', '{"a":123456789012345678901234567890,"b":1}'),
        ("9" * 5000, "9" * 5000),
        ('"\\ud800"', '"\\ud800"'),
        ('{"\\ud800":1}', '{"\\ud800":1}'),
    ],
)
def test_the_exact_profile_spells_what_rfc_8785_refuses(text: str, exact: str) -> None:
    value = decode(text.encode()).value
    with pytest.raises(NotCanonical):
        canonical(value)
    assert canonical(value, exact=True) == exact.encode()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), decode(b"1e400").value, object(), {"a": {1, 2}}])
def test_what_has_no_spelling_is_refused_by_both(value: object) -> None:
    for exact in (False, True):
        with pytest.raises(NotCanonical):
            canonical(value, exact=exact)


def test_an_odd_spelling_of_a_number_is_normalised() -> None:
    assert canonical(decode(b"[1.10,1E5,-0]").value) == b"[1.1,100000,0]"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c", "d", "é"]), anything))
@example({"a": ["\x7f", "é", "—", "\U0001f600", "\\U0001 —", "\ud800", '"\\\n\x1f/']})
@example({"b": [1e16, 1e-05, -0.0, 1.0, 2**70, 0.1, 1e15], "a": {}})
def test_what_python_dumps_is_spelled_the_same_in_pieces(value: dict[str, Any]) -> None:
    whole = json.dumps(value, sort_keys=True).encode()
    assert b"".join(dumped(value, str)) == whole
    assert b"".join(dumped(value, str, {"a": {}, "b": {"a": {}}})) == whole


def test_half_a_character_where_none_is_thought_to_be_is_an_error() -> None:
    value = {"a": [{"b": "\ud800"}]}
    assert b"".join(dumped(value, str, {"a": {}})) == b'{"a": [{"b": "\\ud800"}]}'
    with pytest.raises(UnicodeEncodeError):
        list(dumped(value, str, {"a": {}}, {id(value["a"][0])}))
