"""A glance settles a text only where a look at all of it finds nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Level
from steno.detect.shapes import Shaped
from steno.detect.spans import Span
from tests.given.effort import examples
from tests.given.finders import shaped

EXAMPLES = [text for rule in RULES for text in (*rule.positives, *rule.negatives)]
MASK = "[REDACTED:api_key:0123abcd]"
ODD = [MASK, "\x1b[31m", "\n", '" + "', "\\n", "=\n", " ", "é", '"', "-----BEGIN "]
LEVELS = (Level.SECRETS, Level.PII)
PARTS = st.one_of(st.sampled_from(EXAMPLES), st.sampled_from(ODD), st.text(max_size=12))
TEXTS = st.lists(PARTS, min_size=1, max_size=5).map("".join)


def looked_at_whole(finder: Shaped, text: str) -> list[Span]:
    """What a look finds that nothing was settled before."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(finder._glance, "found", lambda text, hits: None)
        return finder.find(text)


def spelled(text: str) -> Iterator[str]:
    yield text
    yield json.dumps(text)
    for between in ("\n", MASK):
        yield text[: len(text) // 2] + between + text[len(text) // 2 :]


@pytest.mark.parametrize("level", LEVELS)
def test_what_examples_hold_is_not_settled_by_a_glance(level: Level) -> None:
    finder = shaped(level)
    for example in EXAMPLES:
        for text in spelled(example):
            assert finder.find(text) == looked_at_whole(finder, text)


@pytest.mark.parametrize("level", LEVELS)
@given(text=TEXTS)
@settings(max_examples=examples(300), deadline=None)
def test_a_text_is_found_to_hold_what_a_look_at_all_of_it_finds(level: Level, text: str) -> None:
    finder = shaped(level)
    assert finder.find(text) == looked_at_whole(finder, text)


def test_most_texts_that_hold_a_word_are_settled() -> None:
    finder, text = shaped(Level.SECRETS), "the key points, a token count, https://steno.dev/x and `echo ok`"
    hits = finder.gate.hits(text)
    assert hits and finder._glance.found(text, hits) == []
