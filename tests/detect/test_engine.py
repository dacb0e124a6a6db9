"""The engine finds what its detectors describe, wherever it stands, once, and in linear time."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import PLACEHOLDER, RULES, Level, Span
from steno.detect.plain import Plain
from steno.detect.rule import crc32_base62, fake
from steno.detect.spans import FoundValue, merged
from steno.detect.vectorscan import Unfit, Vectorscan
from steno.detect.word import Gate, Word
from tests.given.effort import examples
from tests.given.finders import engine
from tests.given.timing import quick, seconds

BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
ANTHROPIC = "sk-ant-" + "api03-" + fake(93)
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
KEY = "\n".join(["-----BEGIN PRIVATE " + "KEY-----", fake(64), fake(64), "-----END PRIVATE " + "KEY-----"])
MARK = "[REDACTED:api_key:0123abcd]"


def secrets(text: str) -> list[Span]:
    return engine(Level.SECRETS).find(text)


def strict(text: str) -> list[Span]:
    return engine(Level.STRICT).find(text)


def found(text: str, level: Level = Level.SECRETS) -> list[str]:
    return [text[span.start : span.end] for span in engine(level).find(text)]


def masked(text: str) -> str:
    for span in reversed(strict(text)):
        text = text[: span.start] + f"[REDACTED:{span.type}:0123abcd]" + text[span.end :]
    return text


def test_a_finding_has_its_place_its_type_and_its_code() -> None:
    assert secrets(f"a {AWS} b") == [Span(2, 22, "api_key", "SEC013")]


@pytest.mark.parametrize(
    "before", ["", " ", "=", '"', "\\n", "\\t", "%3D", "\\u0022", "\\x22", "\x1b[31m", "é", "_", "-", "/", ":"]
)
def test_a_word_may_begin_after_punctuation_or_an_escape(before: str) -> None:
    assert found(f"x{before}{ANTHROPIC}" if before else ANTHROPIC) == [ANTHROPIC]


def test_a_word_does_not_begin_in_the_middle_of_another() -> None:
    assert found(f"ta{ANTHROPIC}") == []
    assert found(f"{AWS}X") == []


def test_a_checksum_makes_up_for_missing_word_boundaries() -> None:
    assert found(f"x{GITHUB}y") == [GITHUB]


def test_a_finding_beside_another_is_found_in_the_same_run() -> None:
    assert found(GITHUB + AWS) == [GITHUB, AWS]


def test_the_full_stop_after_a_token_is_not_part_of_it() -> None:
    token = "eyJ" + fake(20) + ".eyJ" + fake(20) + "." + fake(43)
    assert found(f"It is {token}. Next") == [token]


def test_a_secret_inside_other_findings_stays_what_it_is_and_all_around_it_is_masked() -> None:
    path = f"/home/nobody7/{AWS}/x"
    assert strict(path) == [
        Span(0, 14, "config", "SEC505", path),
        Span(14, 34, "api_key", "SEC013"),
        Span(34, len(path), "config", "SEC505", path),
    ]


def test_overlapping_findings_of_one_class_are_one_that_covers_both_and_knows_them() -> None:
    text = "0123456789"
    spans = [Span(0, 4, "secret", "SEC001"), Span(2, 9, "password", "SEC002")]
    within = (FoundValue("secret", "SEC001", "0123"), FoundValue("password", "SEC002", "2345678"))
    assert merged(spans, text) == [Span(0, 9, "password", "SEC002", "", within)]


def test_a_private_key_is_found_whole() -> None:
    assert found(f"before\n{KEY}\nafter") == [KEY]


def test_a_private_key_with_escaped_line_breaks_is_found_whole() -> None:
    escaped = KEY.replace("\n", "\\n")
    assert found('{"key":"' + escaped + '\\n"}') == [escaped]


def test_an_unterminated_private_key_reaches_to_the_end_of_the_text() -> None:
    cut = KEY[:120]
    assert found(f"before\n{cut}") == [cut]


def test_a_private_key_is_found_at_every_level() -> None:
    assert [found(KEY, level) for level in Level] == [[KEY]] * 4


def test_a_private_key_around_a_placeholder_is_found_whole() -> None:
    broken = KEY.replace(KEY[60:80], MARK)
    assert found(broken) == [broken]


def test_each_level_includes_the_one_before() -> None:
    text = f"{AWS} nobody@steno-mail.dev /etc/steno/x"
    assert [found(text, level) for level in Level] == [
        [],
        [AWS],
        [AWS, "nobody@steno-mail.dev"],
        [AWS, "nobody@steno-mail.dev", "/etc/steno/x"],
    ]


def test_placeholders_are_never_found_again() -> None:
    text = f"{MARK} /home/{MARK}/x {MARK}{MARK} [REDACTED:unscanned:0123abcd4567]"
    assert strict(text) == []


def test_what_only_looks_like_a_placeholder_hides_nothing() -> None:
    assert found(f"[REDACTED:{AWS}:0123abcd]") == [AWS]


@pytest.mark.parametrize("before", [MARK, KEY, AWS])
def test_what_stands_far_from_what_is_masked_is_found(before: str) -> None:
    far = "nothing here\n" * 2000
    text = f"{before}\n{far}password = {fake(20)!r}\n{far}{AWS}\n{far}{before}"
    assert fake(20) in found(text)
    assert AWS in found(text)


PIECES = [text for rule in RULES for text in (*rule.positives, *rule.negatives, *rule.anchors)]


@given(st.lists(st.sampled_from([*PIECES, MARK, " ", "\n", "\\n", "x", "@", "+", "/", ".", "-"]), max_size=8))
@settings(max_examples=examples(300), deadline=None)
def test_a_masked_text_has_no_further_finding(pieces: list[str]) -> None:
    assert strict(masked("".join(pieces))) == []


@given(st.lists(st.sampled_from([*PIECES, MARK, " ", "x"]), max_size=8))
@settings(max_examples=examples(200), deadline=None)
def test_findings_are_in_order_and_do_not_overlap(pieces: list[str]) -> None:
    text = "".join(pieces)
    ends = [0]
    for span in strict(text):
        assert ends[-1] <= span.start < span.end <= len(text)
        ends.append(span.end)


WORDS = sorted({Word(anchor, rule.caseless) for rule in RULES for anchor in rule.anchors} | {Word("PassWord", True)})


@cache
def gates() -> tuple[Gate, Gate]:
    return Vectorscan(WORDS), Plain(WORDS)


@cache
def spelled() -> list[re.Pattern[str]]:
    """Each word as what follows a place, so that places are found though they overlap."""
    return [re.compile(f"(?={re.escape(word.text)})", re.A | (re.I if word.caseless else 0)) for word in WORDS]


@given(st.text(max_size=60), st.lists(st.sampled_from([word.text for word in WORDS]), max_size=4), st.booleans())
@settings(max_examples=examples(300), deadline=None)
def test_both_gates_say_exactly_where_words_stand(noise: str, words: list[str], shout: bool) -> None:
    text = noise.join(words) + noise
    text = text.upper() if shout else text
    expected = sorted((at.start(), index) for index, word in enumerate(spelled()) for at in word.finditer(text))
    assert [gate.hits(text) for gate in gates()] == [expected, expected]


def test_a_compiled_gate_says_the_same_when_it_is_loaded_again() -> None:
    words = [Word("alpha"), Word("beta", True), Word("[0-9]{3}", classes=True), Word("x{2,3}y", expression=True)]
    gate = Vectorscan(words)
    again = Vectorscan.ready(gate.widths, gate.runs, gate.packed())
    text = " alpha, BETA 12345 xxxy"
    assert again.hits(text) == gate.hits(text) == [(1, 0), (8, 1), (13, 2), (23, 3)]
    with pytest.raises(Unfit):
        Vectorscan.ready(gate.widths, gate.runs, [b"no database"])


def test_placeholders_of_every_type_and_both_lengths_are_known() -> None:
    assert PLACEHOLDER.fullmatch("[REDACTED:tool_output:0123abcd]")
    assert PLACEHOLDER.fullmatch("[REDACTED:unscanned:0123abcd4567]")
    assert not PLACEHOLDER.fullmatch("[REDACTED:api_key:0123ABCD]")


SIZE = 5_000_000


@pytest.mark.parametrize("unit", ["a", "A", "0", "_", "-", "é"])
def test_a_run_without_anchors_costs_few_plain_scans(unit: str) -> None:
    text = unit * SIZE
    plain = min(seconds(lambda: "~never~" in text) for _ in range(3))
    assert quick(lambda: secrets(text), 100 * plain + 0.5)


def test_bytes_hold_what_their_text_holds() -> None:
    for rule in RULES:
        for text in (*rule.positives, *rule.negatives) if Level.SECRETS.includes(rule.level) else ():
            text = f"é漢字🌹 {text} – ü\n"
            data = text.encode()
            found = [
                (span.code, data[span.start : span.end].decode()) for span in engine(Level.SECRETS).find_bytes(data)
            ]
            assert found == [(span.code, text[span.start : span.end]) for span in secrets(text)]
