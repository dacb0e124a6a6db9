"""What an issuer can draw, the detector of its tokens finds: every character at the end, every value by chance."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from steno.detect import Detector, Level, Span
from steno.detect.alphabet import alphabet
from steno.detect.engine import Engine
from steno.detect.every import TOKENS
from steno.detect.head import heads
from steno.detect.judge import checksummed, mixed, tail, token
from steno.detect.rule import varied
from steno.detect.signs import PART, own_signs, runs_on
from tests.given.finders import alone, complaints, engine
from tests.given.sampling import last_characters, sample

TELLING = [rule for rule in TOKENS if rule.extent in (varied, token, mixed, tail, checksummed)]
"""Detectors whose tokens tell themselves from the first character to the last."""
TELLING_CODES = {rule.code for rule in TELLING}
ENDS = [rule for rule in TELLING if set("-_") & set(last_characters(rule.pattern))]
FOLLOWERS = ("", " ", "\n", '"', "'", "`", ")", ",", ". Then", ";", "</a>", "@host", '\\n"')


@cache
def _drawn(rule: Detector) -> list[str]:
    """The same for every test: what takes long is to draw them."""
    chance = random.Random(rule.code)  # noqa: S311
    return [sample(rule.pattern, chance) for _ in range(200 if rule.code in TELLING_CODES else 40)]


def _whole(text: str, token: str) -> bool:
    start = text.index(token)
    return any(span.start <= start and start + len(token) <= span.end for span in engine(Level.SECRETS).find(text))


def test_no_match_of_a_pattern_ends_in_an_error() -> None:
    def wrong(rule: Detector) -> list[Span]:
        text = "\n".join(f"x {drawn} y" for drawn in _drawn(rule)[:40])
        return [span for span in alone(rule).find(text) if not 0 <= span.start < span.end <= len(text)]

    assert complaints(wrong) == {}


def test_values_made_afresh_are_found() -> None:
    def missed(rule: Detector) -> list[str]:
        tokens = [each for each in _drawn(rule) if len(each) >= 16]
        text = "\n".join(f"It was {each} once." for each in tokens)
        found = [(span.start, span.end) for span in alone(rule).find(text)]
        places = [(text.index(each), text.index(each) + len(each)) for each in tokens]
        missed = [text[a:b] for a, b in places if not any(start <= a and b <= end for start, end in found)]
        return missed if len(missed) > 1 else []

    assert complaints(missed, TELLING) == {}


def test_a_token_is_masked_whole_whatever_it_ends_in_and_whatever_follows() -> None:
    def cut(rule: Detector) -> list[str]:
        example = _drawn(rule)[0]
        made = [example[:-1] + last for last in last_characters(rule.pattern)]
        return [each for after in FOLLOWERS for each in _cut(rule, made, after)]

    assert complaints(cut, ENDS) == {}


def _cut(rule: Detector, made: list[str], after: str) -> list[str]:
    """The tokens that are not found whole where this follows each of them."""
    text = "\n".join(f"key {each}{after}" for each in made)
    found = [text[span.start : span.end] for span in alone(rule).find(text)]
    return [each + after for each, it in zip(made, found, strict=True) if not it.startswith(each)]


def test_tokens_that_may_end_in_a_hyphen_or_an_underscore_are_among_those_tried() -> None:
    names = {rule.name for rule in ENDS}
    assert {"google-api-key", "anthropic-api-key", "heroku-key", "contentful-token"} <= names


@pytest.mark.parametrize("last", ["-", "_"])
@pytest.mark.parametrize("after", FOLLOWERS)
def test_a_token_of_gitlab_may_end_in_a_hyphen_or_an_underscore(last: str, after: str) -> None:
    made = "glpat-" + "hV3x_Qz7-KpW2mTb9Ra"[:19] + last
    assert _whole(f"cloned with {made}{after}", made)


@pytest.mark.parametrize("prefix", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "npm_", "tss_"])
def test_a_checksum_that_does_not_fit_is_no_pass(prefix: str) -> None:
    chance = random.Random(prefix)  # noqa: S311
    for _ in range(100):
        made = prefix + "".join(chance.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", k=36))
        assert _whole(f"token {made}, again", made)


@pytest.mark.parametrize(
    "body",
    [
        "x" * 36,
        "0" * 36,
        "1234567890abcdefghijklmnopqrstuvwxyz",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
        "ExampleTokenExampleTokenExampleToken",
        "YourPersonalAccessTokenGoesHere12345",
    ],
)
def test_a_dummy_token_stays(body: str) -> None:
    assert [engine(Level.SECRETS).find(prefix + body) for prefix in ("ghp_", "npm_")] == [[], []]


@pytest.mark.parametrize(
    ("pattern", "characters"),
    [
        ("ab[0-3]{2}", "ab0123"),
        ("(?:x|y_)?(?=never)z+", "xy_z"),
        (r"a\s", "a \t\n\r\v\f"),
        ("a.", None),
        ("a[^b]", None),
        (r"a\[", "a["),
    ],
)
def test_an_alphabet_is_all_that_a_match_may_be_made_of(pattern: str, characters: str | None) -> None:
    assert alphabet(pattern) == (None if characters is None else frozenset(characters))


def test_what_is_drawn_is_made_of_the_alphabet() -> None:
    told = [rule for rule in TOKENS if alphabet(rule.pattern) is not None]
    strange = {rule.code: set("".join(_drawn(rule))) - (alphabet(rule.pattern) or set()) for rule in told}
    assert len(told) > 200
    assert {code: found for code, found in strange.items() if found} == {}


def test_a_token_that_is_cut_is_told_by_its_own_characters_as_by_all() -> None:
    """A check that knows what a token is made of overlooks none that one for all tokens would see."""
    every = re.compile(runs_on(PART), re.ASCII).match
    overlooked = {}
    for rule in TOKENS:
        signs = own_signs(Engine(Level.SECRETS, [rule], make=None))
        checks = [re.compile(reach.check, re.ASCII).match for reach in {*signs} if reach and reach.token]
        cut = [text for drawn in _drawn(rule)[:20] for text in _in_two(drawn) if every(text)]
        overlooked[rule.code] = [text for text in cut if not all(check(text) for check in checks)]
    assert {code: texts for code, texts in overlooked.items() if texts} == {}


def _in_two(token: str) -> list[str]:
    return [f"{token[:size]}{end}{token[size:]}" for size in (8, len(token) // 2) for end in CUTS]


CUTS = ("\n", "=\n", "`", '" + "', '",\n"', "**", "</b>", "   |\n", "\\n")


def test_a_row_goes_on_to_the_space_behind_a_word() -> None:
    assert heads("rar", r"(?:7z|rar)(?:64)?\s-p", caseless=True) == (
        "rar64[\t\n\x0b\x0c\r ]\\-p",
        "rar[\t\n\x0b\x0c\r ]\\-p",
    )


def test_a_row_that_a_shorter_one_tells_is_left_out() -> None:
    assert heads("ab", "ab(?:c|cd+)", caseless=False) == ("abc",)
