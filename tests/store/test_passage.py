"""Which part of a text a search shows."""

from __future__ import annotations

import re

import pytest

from steno.store.passage import snippet
from steno.store.query import query

FAR = "lorem ipsum " * 40


def shown(text: str, sought: str) -> tuple[str, list[str]]:
    part = snippet(text, query(sought).patterns())
    return part.text, [part.text[begin:end] for begin, end in part.marks]


def test_a_word_is_shown_where_it_stands_as_a_word() -> None:
    text = f"generated {FAR} the rate is low"
    assert shown(text, "rate")[1] == ["rate"]
    assert shown(text, "rate")[0].endswith("the rate is low")


def test_words_are_shown_where_most_of_them_stand_together() -> None:
    text = f"one limit {FAR} a second limit {FAR} the rate has a limit {FAR} rate"
    part, marked = shown(text, "rate limit")
    assert marked == ["rate", "limit"]
    assert "the rate has a limit" in part


def test_of_equal_places_the_first_is_shown() -> None:
    text = f"first limit {FAR} second limit"
    assert shown(text, "limit")[0].startswith("first limit")


@pytest.mark.parametrize(
    ("text", "sought", "marked"),
    [
        ("call setRateLimit now", "limit", ["Limit"]),
        ("call setRateLimit now", "ratel*", ["RateL"]),
        ("limits and limiting", "limit*", ["limit", "limit"]),
        ("src/api.py and srcapi", "src/api.py", ["src/api.py"]),
        ("今日は東京へ行く", "東京", ["東京"]),
        ("an _under_scored_ name", "scored", ["scored"]),
    ],
)
def test_what_the_index_finds_is_marked(text: str, sought: str, marked: list[str]) -> None:
    assert shown(text, sought)[1] == marked


def test_a_text_without_the_words_is_shown_from_its_beginning() -> None:
    part = snippet("a text that was masked", query("rose").patterns())
    assert (part.text, part.marks, part.before) == ("a text that was masked", [], False)


def test_a_regular_expression_is_shown_where_it_is_found_first() -> None:
    part = snippet(f"abc {FAR} abd", [re.compile("ab[cd]")])
    assert part.text.startswith("abc")
    assert part.marks == [(0, 3)]


def test_marks_are_those_of_the_whole_text_and_not_of_a_part_that_was_cut() -> None:
    text = "x" * 100 + "rate " + "y " * 60 + "rate"
    part = snippet(text, query("rate").patterns())
    assert [part.text[begin:end] for begin, end in part.marks] == ["rate"]
    assert part.text.endswith("rate")
