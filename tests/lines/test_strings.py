"""Texts that come again are told from new ones, short or long."""

from __future__ import annotations

from steno.lines.strings import Fresh

LONG = "a line of a file that is read again and again\n" * 20


def test_a_text_is_new_once() -> None:
    fresh = Fresh()
    assert fresh.of(["short", LONG, "short", LONG]) == ["short", LONG]
    assert fresh.of(["".join(LONG), "short", "other"]) == ["other"]


def test_long_texts_that_differ_in_one_character_are_both_new() -> None:
    fresh = Fresh()
    assert fresh.of([LONG]) == [LONG]
    others = [LONG[:at] + "#" + LONG[at + 1 :] for at in range(0, len(LONG), 7)]
    assert fresh.of([LONG, *others]) == others


def test_new_texts_keep_their_order() -> None:
    fresh = Fresh()
    fresh.of([LONG, "a"])
    assert fresh.of(["z", LONG + "2", "a", LONG, "b", LONG + "1"]) == ["z", LONG + "2", "b", LONG + "1"]
