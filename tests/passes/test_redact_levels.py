"""Each level masks what the one below it does; what was masked is clean, in every style of placeholder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import RULES, Level, finder
from steno.detect.finders import tokens
from steno.detect.marks import Marks
from steno.detect.mask import ANY
from steno.detect.rule import SECRET, Detector, fake
from steno.detect.shapes import find_bytes
from steno.detect.spans import Finder
from steno.detect.style import Forsy
from steno.detect.sweep import SHORTEST
from tests.given.effort import FULL, examples, share

LEVELS = (Level.SECRETS, Level.PII, Level.STRICT)
SEPARATORS = ("", " ", "\n", "@", ":", "/", '","', "\\n", "=", " - ")
PASSWORD = fake(14)
RULES_BY_MODULE = sorted({rule.code[:4] for rule in RULES})


def texts(rules: list[Detector]) -> Iterator[str]:
    """Each third of the positives, or in full each: alone, and beside the next, in an address, in JSON."""
    positives = [text for rule in rules for text in rule.positives]
    yield from share(positives, "alone")
    for number, (one, two) in list(enumerate(pairwise([*positives, positives[0]])))[:: 1 if FULL else 3]:
        yield one + SEPARATORS[number % len(SEPARATORS)] + two
        yield (
            f"postgres://shop:{one}@{two}/shop",
            f"https://api.acme.dev/v1?q={one}&mail=nobody@steno-mail.dev",
            json.dumps({"a": one, "b": [two]}),
        )[number // 3 % 3]


class Looked:
    """A finder that looks at a text once, however many questions are asked of it."""

    def __init__(self, level: Level) -> None:
        self.find = cache(finder(level).find)


def covered(text: str, finder: Finder) -> set[int]:
    return {at for span in finder.find(text) for at in range(span.start, span.end)}


def masked(text: str, finder: Finder) -> str:
    marks = Marks(b"key", finder, lambda length, error: pytest.fail(str(error)))
    marks.learn(text)
    return marks.text(text)


def secrets(text: str) -> set[str]:
    """Values that are swept: no placeholder and nothing else may spell them by chance."""
    found = finder(Level.SECRETS).find(text)
    values = {span.value or text[span.start : span.end] for span in found if span.type in SECRET}
    return {value for value in values if len(value) >= SHORTEST}


def family(prefix: str) -> list[Detector]:
    return [rule for rule in RULES if rule.code.startswith(prefix)]


def outside_placeholders(text: str) -> str:
    return ANY().sub("\0", text)


@pytest.mark.parametrize("prefix", RULES_BY_MODULE)
def test_what_a_level_masks_the_next_one_masks_and_no_secret_stands_anywhere(prefix: str) -> None:
    for text in texts(family(prefix)):
        known = secrets(text)
        whole = "\n".join([text, *sorted(known)])
        looks = [Looked(level) for level in LEVELS]
        places = [covered(whole, look) for look in looks]
        for one, two in pairwise(places):
            assert one <= two, (whole, sorted(one - two))
        for level, look in zip(LEVELS, looks, strict=True):
            left = outside_placeholders(masked(whole, look))
            assert [value for value in known if value in left] == [], (level, whole, left)


def test_a_password_in_an_address_is_swept_at_every_level() -> None:
    text = f"postgres://shop:{PASSWORD}@db.prod.acme.com:5432/shop and later {PASSWORD}, {PASSWORD.encode().hex()}"
    for level in LEVELS:
        left = masked(text, finder(level))
        assert PASSWORD not in left
        assert PASSWORD.encode().hex() not in left
    assert "db.prod" not in masked(text, finder(Level.PII))


STYLES = ("[REDACTED:{kind}:0123abcd]", "[REDACTED:{kind}:0123abcd4567]", "[CREDENTIAL]", "[PERSON_1]", "[EMAIL_12]",
          "[INTERNAL_URL]", "[MASKED:text:14]", "[MASKED:code:120:3]")  # fmt: skip


def restyled(text: str, style: str) -> str:
    return ANY().sub(lambda match: style.format(kind="secret"), text)


def forsy(text: str) -> str:
    return Forsy([match[0] for match in ANY().finditer(text)], {}).text(text)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("prefix", RULES_BY_MODULE)
def test_a_masked_text_is_clean_in_every_style(prefix: str, level: Level) -> None:
    for number, text in enumerate(texts(family(prefix))):
        text += (" and then some prose follows it, as in 1 of 2 cases", "")[number % 2]
        once = masked(text, finder(level))
        for spelled in (once, forsy(once), restyled(once, STYLES[number % len(STYLES)])):
            assert finder(level).find(spelled) == [], (text, spelled)
            assert find_bytes(tokens(level), spelled.encode()) == [], spelled


POSITIVES = [text for rule in RULES for text in rule.positives]


@given(st.lists(st.sampled_from([*POSITIVES, *SEPARATORS]), max_size=6), st.sampled_from(LEVELS))
@settings(max_examples=examples(150), deadline=None)
def test_levels_nest_and_masked_texts_are_clean_whatever_stands_side_by_side(pieces: list[str], level: Level) -> None:
    text = "".join(pieces)
    assert covered(text, finder(Level.SECRETS)) <= covered(text, finder(level))
    once = masked(text, finder(level))
    for spelled in (once, forsy(once), *(restyled(once, style) for style in STYLES)):
        assert finder(level).find(spelled) == [], (text, spelled)
