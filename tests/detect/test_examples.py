"""Examples are templates: they stand beside their rule, and nothing is made of them before somebody asks."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from steno.detect.declare import api_key, beginnings, identifier, private_key
from steno.detect.examples import around, built, shown, unlike, uuid
from steno.detect.homes import FOLDERS
from steno.detect.rule import ALNUM, Level, crc32_base62, fake


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("k=<20>!", f"k={fake(20)}!"),
        ("<40 hex>", fake(40, "0123456789abcdef")),
        ("<16 A-Z2-7>", fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
        ("<9 0-9-_>", fake(9, "0123456789-_")),
        ("<8 x>", "x" * 8),
        ("<12 small>", fake(12, ALNUM.lower())),
        ("<36 signed>", fake(30) + crc32_base62(fake(30))),
        ("<uuid>/<uuid 2>", f"{uuid()}/{uuid(2)}"),
        ("sk<>-live", "sk-live"),
        ("a <<>> b", "a <> b"),
        ("<token> and <3px> and {}", "<token> and <3px> and {}"),
    ],
)
def test_a_blank_is_filled_and_everything_else_stays(template: str, text: str) -> None:
    assert built(template) == text


def test_a_token_is_shown_in_three_places_at_least_and_each_of_several_once() -> None:
    assert [text.count(fake(9)) for text in shown("NAME", "t_<9>")()] == [1, 1, 1]
    assert len(shown("NAME", "a<9>", "b<9>", "c<9>", "d<9>")()) == 4


def test_what_is_unlike_a_token_is_one_character_its_beginning_or_the_end_of_a_word() -> None:
    assert unlike("t_", "t_<20>", "t_<3>")() == ("t_" + "a" * 20, f"t_{fake(8)}", f"zt_{fake(20)}", f"t_{fake(3)}")


def test_a_token_stands_where_a_place_says() -> None:
    assert around("t_<4>", "A={}", "'{}'")() == (f"A=t_{fake(4)}", f"'t_{fake(4)}'")


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        ("ntn_[a-z]{40}", ("ntn_",)),
        (r"SG\.[a-z]+", ("SG.",)),
        ("lin_(?:api|oauth)_[a-z]+", ("lin_api_", "lin_oauth_")),
        ("(?:a|b)(?:c|d)x?", ("ac", "ad", "bc", "bd")),
        ("abc?d", ("ab",)),
        ("ab{2}", ("a",)),
        ("[ab]c", ()),
        ("(?:a|[b])c", ()),
    ],
)
def test_the_anchors_of_a_pattern_are_what_every_match_begins_with(pattern: str, literals: tuple[str, ...]) -> None:
    assert beginnings(pattern) == literals


def test_a_declaration_says_the_code_the_name_and_what_is_found() -> None:
    rule = api_key("SEC001 acme-key: A key of Acme: long.", "acme_[a-z0-9]{20}", tokens="acme_<20 a-z0-9>")
    assert (rule.code, rule.name, rule.type, rule.anchors) == ("SEC001", "acme-key", "api_key", ("acme_",))
    assert rule.page.startswith("A key of Acme: long.\n")
    assert len(set(rule.positives)) == len(set(rule.negatives)) == 3


def test_what_is_found_decides_from_which_level_on_it_is_masked() -> None:
    levels = [
        make("SEC001 a-b: What.", "abc[0-9]", tokens="abc<9 0-9>").level for make in (api_key, private_key, identifier)
    ]
    assert levels == [Level.SECRETS, Level.NONE, Level.PII]


def test_too_few_examples_are_refused_when_they_are_made() -> None:
    rule = api_key("SEC001 acme-key: A key.", "acme_[a-z]", positives=("<3>", "<3>", "<4>"), negatives=("a", "b", "c"))
    with pytest.raises(ValueError, match="SEC001 acme-key has 2 positives, expected 3"):
        assert rule.positives


def test_no_example_is_built_when_every_detector_is_loaded() -> None:
    script = (
        "import steno.detect.rule as rule, steno.detect.examples as examples\n"
        "def never(*given): raise AssertionError('an example was built')\n"
        "rule.fake = examples.fake = examples.built = never\n"
        "from steno.detect.every import RULES\n"
        "print(len(RULES))\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ended.stdout) > 500


def test_a_file_is_named_after_its_provider_and_stays_small() -> None:
    from steno.detect.every import HOMES

    homes = {home.rpartition(".")[2] for home in HOMES.values() if f".{FOLDERS[0]}." in home}
    assert {"github", "stripe", "anthropic", "notion", "twilio"} <= homes
    assert [home for home in sorted(homes) if re.search(r"tools|services|vendors|misc|niche|other", home)] == []
