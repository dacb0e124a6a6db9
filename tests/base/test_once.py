"""Values that are kept once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Raw

from steno.base.once import Once

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.just(UNSET)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))


@given(st.lists(VALUES, max_size=8))
def test_what_is_given_back_is_the_value_to_the_last_sign(values: list[Any]) -> None:
    once = Once()
    for value in values:
        assert repr(once(value)) == repr(value)


def test_equal_values_are_one_object() -> None:
    once = Once()
    first = {"type": "event_msg", "payload": {"text": UNSET, "n": 1}}
    assert once(first) is first
    assert once({"type": "event_msg", "payload": {"text": UNSET, "n": 1}}) is first


@pytest.mark.parametrize(
    "other",
    [{"a": 1.0}, {"a": True}, {"a": "1"}, {"a": UNSET}, {"a": "~"}, {"a": Raw(b"1.10")}, {"b": 1}, {"a": 10**30}],
)
def test_values_that_python_may_take_for_equal_are_kept_apart(other: dict[str, Any]) -> None:
    once = Once()
    once({"a": 1})
    once({"a": UNSET})
    assert once(other) == other
    assert [type(each) for each in once(other).values()] == [type(each) for each in other.values()]


def test_signs_of_zero_and_orders_of_keys_are_kept_apart() -> None:
    once = Once()
    once([0.0])
    assert repr(once([-0.0])) == "[-0.0]"
    once({"a": 1, "b": 2})
    assert list(once({"b": 2, "a": 1})) == ["b", "a"]


def test_it_remembers_no_more_the_longer_it_is_used() -> None:
    once = Once()
    for number in range(2000):
        once({"n": number})
    once({"long": "x" * 10_000})
    assert len(once._known) <= 500
    assert max(map(len, once._known)) < 10_000
