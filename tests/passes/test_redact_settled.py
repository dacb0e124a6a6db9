"""Masking one secret may uncover another: whichever way a text leaves, nothing more is found in what was masked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Finder, Level, finder
from steno.detect.marks import ROUNDS, Marks
from steno.detect.mask import around_masks
from steno.detect.masked import masked, masked_lines
from steno.detect.rule import fake
from steno.detect.spans import Span
from steno.passes.single import Single
from steno.redaction import Redaction
from tests.given import redacted as every_way
from tests.given.effort import examples

KEY = b"k" * 32
LEVELS = (Level.SECRETS, Level.PII)
ANTHROPIC = f"export ANTHROPIC_API_KEY=sk-ant-api03-{fake(93)}AA"
AZURE = "AZURE_COSMOS_KEY=dkryFNU18dlszGNV29eltAHOV3+fmtBIPW3/gnuBJQX4/hovCJRY5ahpwDKRZ6bipxELSZ7cjqxFACDbx7Kp2Q=="
HIDDEN = f"{ANTHROPIC}{ANTHROPIC}wave api{AZURE}{ANTHROPIC}"
"""The key of Azure shows once those of Anthropic are masked."""
EXAMPLES = [text for rule in RULES for text in rule.positives]


def as_session(text: str, level: Level) -> str:
    record = {"type": "user", "uuid": "a", "sessionId": "s", "message": {"role": "user", "content": text}}
    done = every_way.redacted(json.dumps(record).encode() + b"\n", Redaction(level=level, key=KEY), "claude-code")
    return str(json.loads(done)["message"]["content"])


WAYS: dict[str, Callable[[str, Level], str]] = {
    "a session": as_session,
    "an event of a live run": lambda text, level: str(Single(level, KEY).masked({"text": text})["text"]),
    "a message": lambda text, level: masked([text], level)[text],
    "lines of a page": lambda text, level: "\n".join(masked_lines(text.split("\n"), level)),
}


LONG = "\n".join(f"{number} is nothing" for number in range(10_000))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("around", ["", LONG, LONG.replace("\n", " ")], ids=["alone", "lines", "one line"])
def test_a_secret_that_its_neighbours_hide_does_not_leave(way: str, level: Level, around: str) -> None:
    left = WAYS[way](f"{around}\n{HIDDEN}\n{around}", level)
    assert "dkryFNU18dlszGNV29" not in left
    assert finder(level).find(left) == []


def test_of_a_long_text_what_stands_around_its_placeholders_is_looked_at_again() -> None:
    mask = "[REDACTED:api_key:0123abcd]"
    (alone,) = around_masks(f"{mask} and\n{LONG}")
    assert alone.startswith(f"{mask} and\n") and alone.endswith(" is nothing\n") and len(alone) < len(LONG) // 2
    before, behind = around_masks(f"{LONG}{mask}{LONG}{mask}")
    assert all(mask in part and len(part) < len(LONG) // 2 for part in (before, behind))
    assert len(around_masks(f"{mask}{LONG[:9000]}{mask}{LONG}")) == 1


@pytest.mark.parametrize("way", WAYS)
@given(st.lists(st.sampled_from(EXAMPLES), min_size=1, max_size=6).map("".join))
@example(HIDDEN)
@settings(max_examples=examples(60), deadline=None)
def test_nothing_more_is_found_in_what_was_masked(way: str, text: str) -> None:
    assert finder(Level.SECRETS).find(WAYS[way](text, Level.SECRETS)) == []


class Endless:
    """Finds the first letter that is not masked, and so something new each time."""

    def find(self, text: str) -> list[Span]:
        start = text.rfind("]") + 1
        return [Span(start, start + 1, "api_key", "SEC999")] if text[start:] else []


class Hiding:
    """Finds one word, and another that stands behind a placeholder."""

    def find(self, text: str) -> list[Span]:
        found = re.finditer(r"(?<=\])b{4}|a{4}", text)
        return [Span(*each.span(), "api_key", "SEC999") for each in found]


@pytest.mark.parametrize("around", ["", LONG], ids=["alone", "lines"])
def test_what_shows_beside_a_placeholder_is_masked_too(around: str) -> None:
    marks = Marks(KEY, Hiding(), lambda length, error: None)
    text = f"{around}aaaabbbb{around}"
    marks.learn(text)
    assert "bbbb" not in marks.settled(lambda: marks.text(text))


def test_what_shows_more_and_more_is_withheld() -> None:
    said: list[str] = []
    looking: Finder = Endless()
    text = "abcdefghijklmnopqrstuvwxyz"
    marks = Marks(KEY, looking, lambda length, error: said.append(str(error)))
    marks.learn(text)
    assert len(text) > ROUNDS
    assert marks.settled(lambda: marks.text(text)).startswith("[REDACTED:unscanned:")
    assert said == ["masking it uncovers more and more"]
