"""A file is scanned in pieces, and what is said of it is as if it were scanned whole."""

from __future__ import annotations

import codecs
import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno import scanner
from steno.base.wide import as_utf8
from steno.detect.policy import Allowed, Policy
from steno.detect.spans import Span
from steno.diagnostics import Diagnostic, Place
from tests.given.effort import examples

PIECE, OVERLAP = 64, 16
TOKEN = re.compile("<[a-z]{1,8}>?")


class Tokens:
    """Finds `<abc>`, and `<abc` where the rest is cut off."""

    def find(self, text: str) -> list[Span]:
        return [Span(*match.span(), "secret", "SEC000") for match in TOKEN.finditer(text)]


def scanned(data: bytes) -> list[Place]:
    found: list[Diagnostic] = []
    scanner.scan_stream(io.BytesIO(data), Place("x"), Allowed(Tokens(), Policy()), found.append)
    return [each.place for each in found if each.place is not None]


def whole(data: bytes) -> list[Place]:
    """The same without pieces, by counting."""
    return [
        Place("x", data.count(b"\n", 0, at) + 1, column=at - data.rfind(b"\n", 0, at))
        for at in (match.start() for match in re.finditer(TOKEN.pattern.encode(), data))
    ]


PARTS = st.sampled_from(
    [b"\n", b"\r\n", b"x", "é".encode(), "😀".encode(), b"\xff", b"<abc>", b"<abcdefgh>", b"y" * 50]
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "PIECE", PIECE)
    monkeypatch.setattr(scanner, "OVERLAP", OVERLAP)


@pytest.mark.usefixtures("small")
@given(st.lists(PARTS, max_size=60).map(b"".join))
@settings(max_examples=examples(600), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_finding_is_reported_once_with_its_line_and_column(data: bytes) -> None:
    assert scanned(data) == whole(data)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("before", range(40, 140))
def test_a_finding_is_reported_once_wherever_a_cut_is(before: int) -> None:
    for filler in (b"x" * before, b"x" * (before - 1) + b"\n", "é".encode() * (before // 2)):
        data = filler + b"<abcdefgh>" + b"z" * 200
        assert scanned(data) == whole(data)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200))
@settings(max_examples=examples(60), deadline=None)
def test_a_wide_text_reads_as_it_was_written(encoding: str, text: str) -> None:
    text = "twenty characters or more " + text  # by which a text without a mark is known
    assert as_utf8(io.BytesIO(text.encode(encoding))).read() == text.encode()


def test_other_bytes_are_left_as_they_are() -> None:
    for data in (b"", b"\0", b"\xff", b"a\0" * 3, b"abc\0" * 20, "é".encode() * 40, codecs.BOM_UTF8 + b"a"):
        assert as_utf8(io.BytesIO(data)).read() == data


def test_half_a_character_at_the_end_of_a_wide_text_is_said() -> None:
    assert as_utf8(io.BytesIO("abc".encode("utf-16") + b"\x20")).read() == "abc\ufffd".encode()
