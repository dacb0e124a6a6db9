"""Every detector keeps what its page and its examples promise."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from steno import registry
from steno.detect import RULES, Detector, Level
from steno.detect.rule import ALNUM, OBSERVED, crc32_base62, fake
from tests.given.finders import alone, complaints, engine, shaped


def test_a_detector_finds_one_thing_in_each_positive() -> None:
    def wrong(rule: Detector) -> dict[str, list[tuple[str, str]]]:
        found = {text: [(span.type, span.code) for span in alone(rule).find(text)] for text in rule.positives}
        return {text: spans for text, spans in found.items() if spans != [(rule.type, rule.code)]}

    assert complaints(wrong) == {}


def test_a_detector_leaves_its_negatives_alone() -> None:
    assert complaints(lambda rule: [text for text in rule.negatives if alone(rule).find(text)]) == {}


def test_all_detectors_together_cover_each_positive_of_one() -> None:
    def covered(rule: Detector, text: str) -> bool:
        (span,) = alone(rule).find(text)
        return any(each.start <= span.start and span.end <= each.end for each in engine(Level.STRICT).find(text))

    assert complaints(lambda rule: [text for text in rule.positives if not covered(rule, text)]) == {}


def test_a_pattern_needs_no_look_around_and_no_back_reference() -> None:
    assert complaints(lambda rule: re.findall(r"\(\?[=!<](?!\w+>)|\\[1-9]|\(\?P=", rule.pattern)) == {}


def test_codes_are_unique_and_the_registry_knows_them_all() -> None:
    known = registry.codes()
    assert [known[rule.code] for rule in RULES] == list(RULES)
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"found": RULES[0].positives[:2]}, "has 2 positives, expected 3"),
        ({"left": RULES[0].negatives[:1] * 3}, "has 1 negatives, expected 3"),
        ({"source": " "}, "names no source"),
        ({"type": "token"}, "'token' is not one of api_key"),
        ({"anchors": ()}, "has no anchor"),
        ({"page": ""}, "has no page"),
    ],
)
def test_a_detector_without_examples_source_or_anchor_does_not_load(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(RULES[0], **change)


def test_a_checksum_is_six_digits_of_base_62() -> None:
    assert crc32_base62("") == "000000"
    value = 0
    for digit in crc32_base62("123456789"):
        value = value * 62 + ALNUM.index(digit)
    assert value == 0xCBF43926  # the check value of CRC-32


def test_a_page_says_what_takes_the_place_of_a_finding_and_who_says_how_it_looks() -> None:
    page = next(rule for rule in RULES if rule.code == "SEC010").page
    assert "[REDACTED:auth_token:<hash8>]" in page
    assert "from level `secrets` on" in page
    assert "Source: GitHub" in page


def test_a_shape_that_no_document_states_says_so_in_the_same_words() -> None:
    said = {rule.source for rule in RULES if "observed" in rule.source.lower()}
    assert said
    assert {source for source in said if not source.startswith(OBSERVED)} == set()


def test_an_example_has_the_length_and_the_alphabet_asked_for() -> None:
    assert re.fullmatch(r"[0-9a-f]{40}", fake(40, "0123456789abcdef"))


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_a_positive_is_found_however_often_json_escapes_it(levels: int) -> None:
    def missed(rule: Detector) -> list[str]:
        plain = [text for text in rule.positives if '\\"' not in text]  # the others are escaped already
        return [text for text in plain if not shaped(Level.STRICT).find(nested(text, levels))]

    assert complaints(missed) == {}


def nested(text: str, levels: int) -> str:
    for _ in range(levels):
        text = json.dumps({"text": text}, ensure_ascii=False)
    return text
