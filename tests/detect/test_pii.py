"""Personal data is told by its form, its check digits and what stands around it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.contracts import UsageError
from steno.detect import RULES, Engine, Level, Span, Unscannable, plugins
from steno.detect.engine import words_of
from steno.detect.every import PII
from steno.detect.ner import Assisted
from steno.detect.pii import phone
from steno.detect.pii.checksum import digits, eleven_ten, luhn, mod97, verhoeff
from steno.detect.plain import Plain
from steno.detect.vectorscan import Vectorscan
from steno.detect.word import Gate, Word, width
from tests.given.effort import examples
from tests.given.timing import linear


@cache
def engine() -> Engine:
    return Engine(Level.PII, PII)


def ended(number: str, check: Iterable[str], good: Callable[[str], bool]) -> str:
    """The number with the first ending that the check accepts."""
    return next(number + end for end in check if good(number + end))


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in engine().find(text)]


# Gates of classes

ROWS = sorted({word for rule in RULES for word in words_of(rule) if word.classes} | {Word("[0-9]a", True, True)})


@cache
def gates() -> tuple[Gate, Gate]:
    return Vectorscan(ROWS), Plain(ROWS)


@cache
def spelled() -> list[re.Pattern[str]]:
    """Each row as what follows a place, so that places are found though they overlap."""
    return [re.compile(f"(?={row.text})", re.ASCII | (re.IGNORECASE if row.caseless else 0)) for row in ROWS]


PIECES = [text for rule in PII if rule.gates for text in (*rule.positives, *rule.negatives)]


@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text("0123456789-. :+@aAfé\U0001f600", max_size=20)), max_size=5),
    st.booleans(),
)
@settings(max_examples=examples(300), deadline=None)
def test_both_gates_say_exactly_where_rows_of_classes_begin(pieces: list[str], shout: bool) -> None:
    text = "".join(pieces).upper() if shout else "".join(pieces)
    expected = []
    for index, row in enumerate(spelled()):
        places = {match.start() for match in row.finditer(text)}
        expected += [(at, index) for at in places if at - 1 not in places]
    assert [gate.hits(text) for gate in gates()] == [sorted(expected)] * 2


def test_a_run_is_one_place_however_long() -> None:
    row = [Word("[0-9]{3}", classes=True)]
    text = "0" * 100_000 + " 12 345"
    assert Vectorscan(row).hits(text) == Plain(row).hits(text) == [(0, 0), (100_004, 0)]


def test_a_row_has_one_width() -> None:
    assert [width(row) for row in ("[0-9]{3}-[0-9]", r"\+[1-9]", "ab [.-]", "a{12}")] == [5, 2, 4, 12]


@pytest.mark.parametrize("row", ["", "a*", "[^a]", "a|b", "(a)", "é", r"\d", "a{1,2}", ".", "a?", "^a"])
def test_anything_but_a_row_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="is not a row of ASCII characters and classes"):
        width(row)


# Check digits


def test_checks_accept_the_published_examples_and_no_other_digit() -> None:
    checks = [(luhn, "79927398713"), (verhoeff, "2363"), (eleven_ten, "86095742719")]
    for good, number in checks:
        assert ended(number[:-1], "0123456789", good) == number
        assert sum(good(number[:-1] + digit) for digit in "0123456789") == 1


def test_an_account_number_leaves_one() -> None:
    assert mod97("WEST12345698765432" + "GB82") == 1


@given(st.text("0123456789", min_size=4, max_size=18), st.integers(0, 17), st.integers(1, 9))
def test_a_changed_digit_is_noticed(number: str, place: int, by: int) -> None:
    for good in (luhn, verhoeff):
        whole = ended(number, "0123456789", good)
        at = place % len(whole)
        changed = whole[:at] + str((int(whole[at]) + by) % 10) + whole[at + 1 :]
        assert not good(changed)


# Kinds


@pytest.mark.parametrize(
    "path",
    [
        "/home/{}/x", "/Users/{}", r"C:\Users\{}\x", r"C:\\Users\\{}\\x", r"C:\\\\Users\\\\{}\\\\x", "/c/Users/{}/x",
        "/mnt/c/Users/{}/x", "C:/Users/{}/x", r"\\wsl$\Ubuntu\home\{}\x", r"\\wsl.localhost\Debian\home\{}",
        "file:///home/{}/x", "file:///C:/Users/{}/x", "/var/home/{}/x", "~/.claude/projects/-Users-{}-site/1.jsonl",
        "-home-{}-site", "ls ~{}/src", 'cwd":"/home/{}"',
    ],
)  # fmt: skip
def test_the_user_is_found_in_every_shape_of_a_home_directory(path: str) -> None:
    assert found(path.format("feldkampn")) == ["feldkampn"]
    assert found(path.format("runner")) == []


def test_a_user_with_a_space_in_the_name_is_found_whole_and_a_sentence_is_not() -> None:
    assert found(r"C:\Users\Nora Feldkamp\Desktop") == ["Nora Feldkamp"]
    assert found("look in /home/feldkampn and there") == ["feldkampn"]


def test_a_slug_gives_the_whole_name_where_a_known_folder_ends_it() -> None:
    assert found("-Users-nora-feldkamp-src-app") == ["nora-feldkamp"]
    assert found("-Users-nora-graphics-app") == ["nora"]


@pytest.mark.parametrize(
    "text",
    [
        "pip install steno@1.2.3", "npm i @scope/pkg@2.0.0-beta.one", "icon@3x.webp", "@app.route",
        "git@github.com:a/b.git",
        "a@example.org", "a@b.invalid", "a@mail.test", "noreply@steno-mail.dev", "1+x@users.noreply.github.com",
        "user@1000.service", "uses: actions/checkout@v4", "foo@bar", "dev@localhost",
    ],
)  # fmt: skip
def test_what_only_looks_like_mail_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "10.1.2.3 172.16.0.9 192.168.7.7 127.0.0.1 169.254.3.4 100.64.9.9 0.0.0.0 255.255.255.0 224.0.0.251",
        "192.0.2.55 198.51.100.200 203.0.113.201", "v93.184.57.201", "Edg/118.0.2088.76", "oid 1.3.6.1.4.1.311",
        "lib-93.184.57.201.jar", "at 10:22:33:44", "std::vector::at", "fe80::1 ::1 fd12::9 ff02::1 2001:db8::5",
        "SHA1:3c:22:fb:8a:01:9d:3c:22:fb:8a:01:9d:3c:22:fb:8a:01:9d:aa:bb", "550e8400-e29b-41d4-a716-446655440000",
    ],
)  # fmt: skip
def test_private_addresses_versions_and_times_stay(text: str) -> None:
    assert found(text) == []


def test_a_number_in_the_middle_of_another_is_none() -> None:
    card = ended("4929" + "58213370614", "0123456789", luhn)
    assert found(card) == [card]
    assert [found(text) for text in (f"0.{card}", f"1{card}", f"{card}1", f"x{card}", f"{card[:8]}.{card[8:]}")] == [
        []
    ] * 5


def test_a_card_is_found_with_blanks_dashes_and_in_one_piece() -> None:
    card = ended("5312" + "88041973264", "0123456789", luhn)
    for sign in ("", " ", "-"):
        grouped = sign.join(card[at : at + 4] for at in range(0, 16, 4))
        assert found(f"card {grouped}.") == [grouped]
        assert digits(grouped) == card


# Telephone numbers with and without the package


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "phonenumbers", None)
    phone._package.cache_clear()
    yield
    phone._package.cache_clear()


WRITTEN = ("+49 30 901820" + "44", "(212) 555-" + "0147", "020 7946" + " 0123")


def test_numbers_in_their_usual_forms_are_found() -> None:
    assert [found(f"x {number}, y") for number in WRITTEN] == [[number] for number in WRITTEN]


def test_numbers_in_their_usual_forms_are_found_without_the_package(bare: None) -> None:
    assert [found(f"x {number}, y") for number in WRITTEN] == [[number] for number in WRITTEN]


def test_the_package_knows_which_numbers_cannot_be() -> None:
    pytest.importorskip("phonenumbers")
    assert found("+44 20 7946 0123 4567") == []
    assert found("tel 0999 999 99") == []


def test_a_number_that_nothing_names_needs_a_telling_form() -> None:
    assert found("4155550163") == found("rows 415 555 0163") == []
    assert found("mobile 4155550163") == ["4155550163"]


# Time

UNITS = [
    "4", "1.1.", "aa:", "2a01:", "12-", "4929 ", "(212) ", "12 Oak Street ", "Nora ", "a@", "n@a.bc ", "tel 0", "+4 ",
    "DE12", "/home/a ", "-Users-a-", "a.local.", "Author: a ", "dob: ", "address: A 1 ", "Dear A ", ", IL 62704",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_an_unbroken_run_takes_linear_time(unit: str) -> None:
    assert linear(lambda size: partial(engine().find, unit * (size // len(unit))), 20_000)


# A model


class Names:
    """A recognizer that knows two words."""

    def mentions(self, text: str) -> Iterator[tuple[int, int, str]]:
        for match in re.finditer(r"Nora(?: \S+)?", text):
            yield *match.span(), "person"


class Wrong:
    def mentions(self, text: str) -> Iterator[tuple[int, int, str]]:
        yield 0, len(text) + 1, "person"


def test_a_recognizer_adds_to_what_is_found() -> None:
    text = "Nora wrote to n@steno-mail.dev"
    assert Assisted(engine(), [Names()]).find(text) == [
        Span(0, 10, "person", "SEC560"),
        Span(14, 30, "email", "SEC501"),
    ]
    assert engine().find(text) == [Span(14, 30, "email", "SEC501")]


def test_a_mention_that_overlaps_a_finding_is_one_with_it() -> None:
    assert Assisted(engine(), [Names()]).find("Nora n@steno-mail.dev") == [Span(0, 21, "person", "SEC560")]


def test_a_recognizer_does_not_touch_placeholders() -> None:
    assert Assisted(engine(), [Names()]).find("Nora [REDACTED:person:0123abcd]!") == [
        Span(0, 5, "person", "SEC560"),
        Span(31, 32, "person", "SEC560"),
    ]


def test_a_mention_that_cannot_be_withholds_the_text() -> None:
    with pytest.raises(Unscannable, match="from 0 to 5 of 4 characters"):
        Assisted(engine(), [Wrong()]).find("Nora")


def test_no_recognizer_is_there_unless_it_is_installed() -> None:
    with pytest.raises(UsageError, match="no recognizer is called 'names'; known: none is installed"):
        plugins.load().chosen(["names"])
