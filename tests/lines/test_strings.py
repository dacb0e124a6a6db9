"""Texts that come again are told from new ones."""

from __future__ import annotations

from steno.lines.strings import Fresh

LONG = "a line of a file that is read again and again\n" * 20


def test_a_text_is_new_once_where_texts_are_told_together() -> None:
    assert Fresh().of(["short", LONG, "short", LONG]) == ["short", LONG]


def test_a_short_text_is_known_again_later() -> None:
    fresh = Fresh()
    fresh.of([LONG, "a"])
    assert fresh.of(["z", "a", "b"]) == ["z", "b"]


def test_a_long_text_is_not_held() -> None:
    fresh = Fresh()
    assert fresh.of([LONG]) == [LONG]
    assert fresh.of([LONG]) == [LONG]
