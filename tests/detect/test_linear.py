"""Whatever stands in a text, and however long: every detector, and all of them together, take linear time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest

from steno.detect import RULES, Detector, Engine, Finder, Level, Unscannable
from steno.detect.rule import fake
from tests.given.effort import share
from tests.given.finders import complaints, shaped
from tests.given.timing import linear

AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

CLASSES = [
    "a", "A", "0", "_", "-", ".", "/", "\\", "=", " ", "\n", "é", '"', "%", "&", "\x1b", "+", "\0", "\u200b", "@", "~",
]  # fmt: skip
HOSTILE = [
    "eyJ", "eyJ-", "eyJ.", "sk-", "ghp_", "AKIA", AWS, "/home/", "a@", "x@a.bc ", "+1 ", "glpat-", ":\\",
    "-----BEGIN PRIVATE " + "KEY-----", "mdb_sa_sk_",
    "\\\\", "\\n", "\\u002d", "\\u", "%2D", "%252D", "&amp;", "\x1b[31m", "\x1b]", "[0m", "^[", "=\n", "=3D",
    "a=\nb", '" + "', 'a" + "b', '"a" "b1"', '"t":"', '{"t":"a1"}', '{"t":"', "{", "ab12cd34\n", "ab12cd34ef56gh78\n",
    "1→ab12cd34\n", "0x41, ", "41 ", "4142 ", "736b", "aGVsbG8g", "aGVsbG8gd29ybGQhIGhlbGxvIHdvcmxk.", "\\\n", "'",
    "a' ", "[REDACTED:secret:00000000]", "x\\\n", "-\n-",
]  # fmt: skip
SIZE, SMALL = 5_000_000, 250_000


def find(finder: Finder, text: str) -> None:
    with suppress(Unscannable):  # which says in time that it takes too long
        finder.find(text)


def looked(finder: Finder, text: Callable[[int], str], size: int, slack: float) -> bool:
    return linear(lambda size: partial(find, finder, text(size)), size, times=4, room=2, slack=slack)


@pytest.mark.parametrize(("unit", "size"), [*((u, SIZE) for u in CLASSES), *((u, SMALL) for u in HOSTILE)])
def test_an_unbroken_run_takes_linear_time(unit: str, size: int) -> None:
    assert looked(shaped(Level.STRICT), lambda size: unit * (size // len(unit)), size // 4, 0.2)


# Each detector by itself

SHORT, SLACK = 5_000, 0.002
RUNS = 'aA0_-./=+: \n"\\%@é'


def repeated(rule: Detector, half: str, before: str) -> Iterator[str]:
    """What brings the detector up again and again: anchors, findings, beginnings of findings, near-misses."""
    text = rule.positives[0]
    yield from rule.anchors[:2]
    yield from (anchor + " " for anchor in rule.anchors[:1])
    yield from (text, text + "\n", text[:-1], half, half + "\n")
    yield from rule.negatives[:2]
    if before:
        yield before


def texts(rule: Detector, engine: Engine) -> Iterator[Callable[[int], str]]:
    text = rule.positives[0]
    (span,) = engine.find(text)
    half, before = text[: (span.start + span.end) // 2], text[: span.start]
    for unit in share([*dict.fromkeys(repeated(rule, half, before))], rule.code):
        yield lambda size, unit=unit: unit * (size // len(unit))  # type: ignore[misc]
    for begins in dict.fromkeys((half, before, text, *rule.anchors[:1])):
        for character in share(RUNS, rule.code + begins):
            yield lambda size, begins=begins, character=character: begins + character * 4 * size  # type: ignore[misc]


PARTS = 16


@pytest.mark.parametrize("part", range(PARTS))
def test_a_file_made_for_a_detector_takes_linear_time(part: int) -> None:
    def slow(rule: Detector) -> list[str]:
        engine = Engine(Level.STRICT, (rule,))
        return [text(100)[:100] for text in texts(rule, engine) if not fast(engine, text)]

    assert complaints(slow, RULES[part::PARTS]) == {}


def fast(engine: Engine, text: Callable[[int], str]) -> bool:
    """What is too short to measure is looked at again at four times the size."""
    return looked(engine, text, SHORT, SLACK) or looked(engine, text, 4 * SHORT, SLACK)
