"""What is cut across texts that belong together is found where they meet, and nothing is scanned twice for it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import Finder, Level, Span
from steno.detect.pieces import REACH, find_across, find_across_each, find_lines, find_lines_each
from steno.detect.rule import crc32_base62, fake
from steno.detect.spans import Look, looks
from tests.given.effort import examples
from tests.given.finders import shaped

BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
PEM = ["-----BEGIN PRIVATE " + "KEY-----", fake(64), fake(63) + "x", "-----END PRIVATE " + "KEY-----"]
CODE = "SEC010"


def secrets() -> Finder:
    return shaped(Level.SECRETS)


class Counting:
    """A finder that counts the characters it was shown."""

    def __init__(self) -> None:
        self.seen = 0

    def find(self, text: str) -> list[Span]:
        self.seen += len(text)
        return secrets().find(text)


CUT = st.sampled_from([GITHUB[:10], GITHUB[10:], AWS, PEM[0], PEM[-1], "password: ", fake(20), " ", "\n", "", "ü" * 9])


@given(st.lists(st.lists(CUT, max_size=5), max_size=4), st.sampled_from([Level.SECRETS, Level.PII]))
@settings(max_examples=examples(200), deadline=None)
def test_groups_that_are_looked_at_together_hold_what_each_holds_by_itself(
    groups: list[list[str]], level: Level
) -> None:
    finder = shaped(level)
    each = [(texts, found) for texts in groups if any(found := find_across(finder, texts))]
    assert list(find_across_each(finder, groups)) == each
    lines = [(texts, found) for texts in groups if any(found := find_lines(finder, texts))]
    assert sorted(find_lines_each(finder, groups)) == sorted(lines)


def test_what_was_looked_at_together_is_not_looked_at_again() -> None:
    class Looking:
        def find(self, text: str) -> list[Span]:
            raise AssertionError

        def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
            return looks(secrets(), texts)

    groups = [["nothing to", "see here"], ["use " + GITHUB[:13], GITHUB[13:]], ["use " + GITHUB, "twice"]]
    assert [texts for texts, _ in find_across_each(Looking(), groups)] == groups[1:2]


def test_a_secret_cut_across_texts_has_a_span_in_each() -> None:
    texts = ["a " + GITHUB[:10], GITHUB[10:20], "", GITHUB[20:] + " b"]
    assert find_across(secrets(), texts) == [
        [Span(2, 12, "auth_token", CODE, GITHUB)],
        [Span(0, 10, "auth_token", CODE, GITHUB)],
        [],
        [Span(0, 20, "auth_token", CODE, GITHUB)],
    ]


def test_a_secret_in_pieces_of_one_character_is_found() -> None:
    assert [len(spans) for spans in find_across(secrets(), list(GITHUB))] == [1] * len(GITHUB)


def test_a_value_is_found_by_its_name_in_the_text_before() -> None:
    name, value = 'PASS"WORD='.replace('"', ""), "Vex" + "ing88!Tulip"
    ((), (span,)) = map(tuple, find_across(secrets(), [f"export {name}", f"{value} and so on"]))
    assert (span.start, span.end, span.value) == (0, len(value), value)


def test_a_private_key_in_two_blocks_is_found_though_a_line_ends_between_them() -> None:
    texts = ["\n".join(PEM[:2]) + "\n", "\n".join(PEM[2:])]
    assert [[span.type for span in spans] for spans in find_across(secrets(), texts)] == [["private_key"]] * 2


def test_texts_that_end_in_a_space_are_not_looked_at() -> None:
    finder = Counting()
    assert find_across(finder, ["some words ", "and more", " and the rest"]) == [[], [], []]
    assert finder.seen == 0


def test_only_what_is_near_the_seam_is_looked_at() -> None:
    finder = Counting()
    texts = ["word " * 100_000 + GITHUB[:10], GITHUB[10:] + " word" * 100_000]
    assert [len(spans) for spans in find_across(finder, texts)] == [1, 1]
    assert finder.seen <= 2 * REACH


def test_what_reaches_beyond_the_window_is_found_whole() -> None:
    lines = [fake(64) for _ in range(400)]
    key = "\n".join([PEM[0], *lines, PEM[-1]])
    half = len(key) // 2
    assert find_across(secrets(), ["first " + key[:half], key[half:] + " last"]) == [
        [Span(6, 6 + half, "private_key", secrets().find(key)[0].code, key)],
        [Span(0, len(key) - half, "private_key", secrets().find(key)[0].code, key)],
    ]


def test_many_pieces_are_joined_once() -> None:
    finder = Counting()
    find_across(finder, ["abc"] * 20_000)
    assert finder.seen == 60_000


def test_a_key_kept_as_lines_has_a_span_in_each_line() -> None:
    lines = ["before", *PEM, "after " + AWS]
    found = find_lines(secrets(), lines)
    assert [[span.type for span in spans] for spans in found] == [[], *[["private_key"]] * 4, ["api_key"]]
    assert found[-1][0].value == AWS
    assert lines[-1][found[-1][0].start : found[-1][0].end] == AWS


@pytest.mark.parametrize("texts", [[], ["x"], ["", ""], ["", "a", ""]])
def test_there_may_be_nothing_to_join(texts: list[str]) -> None:
    assert find_across(secrets(), texts) == find_lines(secrets(), texts) == [[] for _ in texts]


@given(st.lists(st.integers(1, len(GITHUB) - 1), max_size=5), st.sampled_from(["", "see ", "x: "]))
@settings(max_examples=examples(60), deadline=None)
def test_wherever_it_is_cut_all_of_it_is_covered(cuts: list[int], before: str) -> None:
    places = sorted({0, *cuts, len(GITHUB)})
    pieces = [GITHUB[a:b] for a, b in itertools.pairwise(places)]
    pieces[0] = before + pieces[0]
    found = find_across(secrets(), pieces)
    if len(pieces) > 1:
        covered = [text[span.start : span.end] for text, spans in zip(pieces, found, strict=True) for span in spans]
        assert "".join(covered) == GITHUB
