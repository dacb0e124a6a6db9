"""A text that repeats itself is looked at in part, and everything in it is found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Level, Span
from steno.detect.engine import Engine
from steno.detect.gate import gate
from steno.detect.repeats import KEEP, Repeat, folded, repeats
from steno.detect.rule import crc32_base62, fake
from steno.detect.shapes import Shaped
from steno.detect.word import Gate, Hit, Word
from tests.given.effort import examples, share

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)
LONG = 6 * KEEP


class Counting(Gate):
    """A gate that counts what it looks at and what it says."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._gate = gate(words)
        self.work = 0

    def places(self, data: bytes) -> list[Hit]:
        hits = self._gate.places(data)
        self.work += len(data) + len(hits)
        return hits


@cache
def finder() -> Shaped:
    return Shaped(Engine(Level.PII, make=None), make=Counting)


def work(text: str) -> int:
    counting = finder().gate
    assert isinstance(counting, Counting)
    counting.work = 0
    finder().find(text)
    return counting.work


def words(text: str) -> list[Span]:
    """A finder of one word, which needs no other."""
    spans, at = [], text.find("needle")
    while at >= 0:
        spans.append(Span(at, at + 6, "secret", "SEC001"))
        at = text.find("needle", at + 1)
    return spans


def test_a_text_without_repetitions_has_none() -> None:
    assert list(repeats("".join(f"{number * 7919} " for number in range(20_000)))) == []


def test_a_repetition_is_found_from_its_first_character_to_its_last() -> None:
    text = "before:" + "abc " * (LONG // 4) + "and after"
    assert list(repeats(text)) == [Repeat(7, 8 + LONG // 4 * 4, 4)]  # the a of `and` goes on with it


@given(
    st.text("ab ", max_size=20),
    st.text("ab needl", min_size=1, max_size=40),
    st.text("ab ", max_size=20),
    st.booleans(),
)
@settings(max_examples=examples(60), deadline=None)
def test_what_is_found_in_part_of_a_repetition_is_found_in_all_of_it(
    before: str, unit: str, after: str, needle: bool
) -> None:
    """Whatever stands around it."""
    unit = unit + "needle" if needle else unit
    text = before + "needle" + unit * (LONG // len(unit)) + after + "needle" + after
    assert folded(words, text) == words(text)


def test_findings_that_do_not_keep_step_with_it_cover_it_all() -> None:
    def odd(text: str) -> list[Span]:
        return [Span(at, at + 5, "secret", "SEC001") for at in range(0, len(text) - 5, 13)]

    text = "ab" * LONG
    covered = {at for span in folded(odd, text) for at in range(span.start, span.end)}
    assert set(range(KEEP, 2 * LONG - 2 * KEEP)) <= covered


def test_a_finding_that_is_longer_than_what_is_kept_is_one() -> None:
    text = "key: " + "ab" * LONG + " end"
    assert folded(lambda short: [Span(5, len(short) - 4, "secret", "SEC001", short)], text) == [
        Span(5, len(text) - 4, "secret", "SEC001")
    ]


UNITS = sorted({text for rule in RULES[::9] for text in (*rule.anchors[:1], rule.positives[0], rule.positives[0][:-1])})
HOSTILE = ["password=", "otpauth://", "curl -u a:", "a@", "1.2.3.", "eyJhbGciOiJIUzI1NiJ9.", "\0", "\u200b", "a\u200b"]


@pytest.mark.parametrize("unit", [*HOSTILE, *share(UNITS[::4])])
def test_the_work_does_not_grow_with_how_often_something_is_repeated(unit: str) -> None:
    short, long = (unit * (size // len(unit)) for size in (1 << 18, 1 << 20))
    assert work(long) <= 1.25 * work(short) + 4 * KEEP


@pytest.mark.parametrize("between", [" ", "\n", ""])
def test_a_token_is_found_as_often_as_it_stands(between: str) -> None:
    text = (TOKEN + between) * 4000
    found = finder().find(text)
    size = len(TOKEN + between)
    assert [(span.start, span.end) for span in found] == [(at * size, at * size + len(TOKEN)) for at in range(4000)]
