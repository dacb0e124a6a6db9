"""Two sequences side by side."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.base import sequence
from steno.compare import align
from steno.compare.align import aligned

ITEMS = st.lists(st.integers(0, 4), max_size=30)


@given(ITEMS, ITEMS)
def test_pairs_are_equal_and_grow_on_both_sides(a: list[int], b: list[int]) -> None:
    pairs = aligned([(a, b)])
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(i < k and j < h for (i, j), (k, h) in pairwise(pairs))


@given(ITEMS)
def test_a_sequence_is_paired_with_itself_from_end_to_end(a: list[int]) -> None:
    assert aligned([(a, a)]) == [(at, at) for at in range(len(a))]


@given(ITEMS, ITEMS)
def test_a_looser_tier_adds_pairs_and_takes_none_away(a: list[int], b: list[int]) -> None:
    strict = set(aligned([(a, b)]))
    assert strict <= set(aligned([(a, b), ([each % 2 for each in a], [each % 2 for each in b])]))


def test_what_repeats_itself_is_paired_as_often_as_it_can_be() -> None:
    assert len(aligned([("xxxyx", "xyx")])) == 3


def test_one_item_more_in_the_middle_moves_nothing_else() -> None:
    assert aligned([("abcdef", "abcXdef")]) == [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5), (5, 6)]


def operations(work: Callable[[], object]) -> int:
    """How many lines of the alignment run: what a busy machine does not change."""
    files = {align.__file__, sequence.__file__}
    count = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(lambda frame, event, argument: line if frame.f_code.co_filename in files else None)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def few(size: int) -> list[int]:
    """Three kinds of items, in no order."""
    return [digest[0] % 3 for number in range(size) if (digest := hashlib.sha256(b"%d" % number).digest())]


HARD: dict[str, Callable[[int], tuple[list[int], list[int]]]] = {
    "every item in another place": lambda size: (list(range(size)), [each * 7 % size for each in range(size)]),
    "few kinds of items": lambda size: (few(size), few(size + 1)[::-1]),
    "nothing in common": lambda size: ([0] * size, [1] * size),
    "a pattern against another": lambda size: ([0, 1] * (size // 2), [1, 0, 0] * (size // 3)),
    "from behind": lambda size: (list(range(size)), list(range(size))[::-1]),
}


@pytest.mark.parametrize("name", HARD)
def test_the_work_grows_with_the_length_and_not_with_its_square(name: str) -> None:
    small, large = (HARD[name](size) for size in (1000, 4000))
    assert operations(lambda: aligned([large])) <= 6 * operations(lambda: aligned([small])) + 20_000
