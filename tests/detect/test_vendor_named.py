"""A key that nothing but its vendor's name tells is found beside the name, and nothing else there is."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from steno.detect import Engine, Level
from steno.detect.context.vendor_names import SHAPES, anchors, shapes, vendor
from steno.detect.examples import uuid
from steno.detect.rule import HEX, fake
from steno.detect.rules import vendor_named

ENGINE = Engine(Level.SECRETS, (vendor_named.RULE,))
HEX40 = fake(40, HEX)


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in ENGINE.find(text)]


@pytest.mark.parametrize(
    "before",
    [
        "deepgram = ",
        'deepgram: "',
        '"deepgram": "',
        "DEEPGRAM=",
        "deepgram => '",
        "<deepgramKey>",
        "deepgram key ",
        "DeepgramKey ",
        "deepgramTOKEN ",
        "--deepgram-api-key ",
        "deepgram private access key: ",
        "My Deepgram token is ",
        "deepgram-SECRET-",
        "deepgram.api.key', '",
    ],
)
def test_a_key_of_the_vendors_shape_is_found_where_it_is_assigned_or_named(before: str) -> None:
    assert found(f"{before}{HEX40}") == [HEX40]


@pytest.mark.parametrize(
    "text",
    [
        f"deepgram {HEX40}",
        f"deepgram commit {HEX40}",
        f"deepgram: commit {HEX40}",
        f"deepgram request id: {HEX40}",
        f"deepgram_project_id={HEX40}",
        f"deepgram-sdk-cache-key-{HEX40}",
        f"https://deepgram.com/key/{HEX40}",
        f"deepgram = {fake(32, HEX)}",
        f"deepgrammar = {HEX40}",
        f"deepgram key\n{HEX40}",
        f"deepgram, token, {HEX40}",
        f"github = {HEX40}",
        f"github token {HEX40}",
        "deepgram = " + "0123456789" * 4,
        "deepgram key = load_deepgram_key_from_vault_v2",
    ],
)
def test_ids_hashes_words_and_what_stands_far_away_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_vendor_of_unknown_shape_needs_a_word_for_a_key_and_a_value_that_chance_made() -> None:
    value = fake(28)
    assert found(f"clockify token {value}") == [value]
    assert found(f"clockify = {value}") == []
    assert found(f"clockify token {value[:12]}") == []
    assert found(f"clockify secret {uuid()}") == [uuid()]


def test_all_of_a_value_is_masked_and_nothing_of_one_that_goes_on_unread() -> None:
    value = fake(20) + "/" + fake(20) + "+" + fake(10) + "=="
    assert found(f"clockify token {value}.") == [value]
    assert found(f"https://api.acme.dev/?clockify_token={fake(32)}&page=2") == [fake(32)]
    assert found(f"clockify token {fake(600)}") == []


def test_a_word_of_every_day_counts_only_where_its_key_is_named_right_after_it() -> None:
    value = fake(32)
    assert found(f"segment key {value}") == [value]
    assert found(f"the segment of the token {value}") == []
    assert found(f"segment = {value}") == []


def test_the_longest_name_of_a_vendor_counts() -> None:
    assert (vendor("sonarcloud_token", 0), vendor("sonar.login", 0), vendor("nobody", 0)) == (
        "sonarcloud",
        "sonar",
        None,
    )


def test_no_anchor_begins_with_another_and_every_known_vendor_has_one() -> None:
    assert not [after for before, after in pairwise(anchors()) if after.startswith(before)]
    assert [name for name in SHAPES if not name.startswith(anchors())] == []


def test_a_shape_takes_the_whole_value_in_either_case() -> None:
    (shape, *_) = shapes("deepgram")
    assert isinstance(shape, re.Pattern)
    assert shape.fullmatch(HEX40.upper())
    assert not shape.fullmatch(HEX40 + "0")


def test_a_line_full_of_names_takes_time_in_proportion_to_its_length() -> None:
    value = fake(32)
    text = "fastly " * 20_000 + f"fastly token {value}"
    assert found(text) == [value]
