"""The words of an export."""

from __future__ import annotations

import pytest

from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.formats.open_token.options import Include, Internal, Mode, Options, parse

KNOWN = (*Options.__struct_fields__[:7], "document", "redact")


def parsed(*words: str) -> tuple[Options, list[str]]:
    found: list[Diagnostic] = []
    return parse(words, found.append), [each.message for each in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), Options()),
        (("mode=json",), Options(mode=Mode.JSON)),
        (("mode=ndjson",), Options(mode=Mode.NDJSON)),
        (("pretty=true",), Options(pretty=True)),
        (("pretty=false",), Options(pretty=False)),
        (("include=visible-only",), Options(include=Include.VISIBLE_ONLY, asked=True)),
        (("include=include-internal",), Options(include=Include.INTERNAL, asked=True)),
        (
            ("include=include-internal", "internal=summary"),
            Options(include=Include.INTERNAL, internal=Internal.SUMMARY, asked=True),
        ),
        (("document=new",), Options()),
        (("document=keep",), Options(keep=True)),
        (("max_bytes=200000",), Options(max_bytes=200000)),
        (("max_bytes=1", "drop=oldest"), Options(max_bytes=1, drop=True)),
        (
            ("include=include-internal", "internal=full", "permit_internal=true"),
            Options(include=Include.INTERNAL, internal=Internal.FULL, permit_internal=True, asked=True),
        ),
    ],
)
def test_words_become_options(words: tuple[str, ...], expected: Options) -> None:
    assert parsed(*words) == (expected, [])


def test_thoughts_are_left_out_unless_asked_for() -> None:
    assert Options() == Options(include=Include.VISIBLE_ONLY, internal=Internal.REDACTED)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("mode=xml", "mode cannot be 'xml'; known: json, ndjson"),
        ("mode=jsn", "mode cannot be 'jsn'; known: json, ndjson"),
        ("redacted=none", "no option named 'redacted' in 'redacted=none'; did you mean 'redact'?"),
        ("mode", "'mode' has no value, expected mode=json|ndjson"),
        ("max_bytes", "'max_bytes' has no value, expected max_bytes=<value>"),
        ("max_bytes=0", "max_bytes is '0', expected a positive whole number"),
        ("max_bytes=-5", "max_bytes is '-5', expected a positive whole number"),
        ("max_bytes=1e6", "max_bytes is '1e6', expected a positive whole number"),
        ("max_bytes=²", "max_bytes is '²', expected a positive whole number"),
        ("max_bytes=" + "9" * 30, f"max_bytes is '{'9' * 30}', expected a positive whole number"),
        ("drop=newest", "drop cannot be 'newest'; known: oldest"),
        ("pretty=yes", "pretty cannot be 'yes'; known: true, false"),
        (
            "zebra=1",
            f"no option named 'zebra' in 'zebra=1'; known: {', '.join(KNOWN)}",
        ),
    ],
)
def test_a_word_that_asks_for_nothing_is_refused_in_one_sentence(word: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        parsed(word)
    assert str(error.value) == message


def test_verbatim_thoughts_need_permission() -> None:
    with pytest.raises(UsageError, match="needs --permit-internal"):
        parsed("include=include-internal", "internal=full")


def test_the_last_of_two_words_counts_with_a_warning() -> None:
    options, warnings = parsed("mode=json", "mode=ndjson")
    assert (options.mode, warnings) == (Mode.NDJSON, ["mode is given twice; mode=ndjson counts"])


@pytest.mark.parametrize(
    ("words", "warning"),
    [
        (("mode=ndjson", "pretty=true"), "pretty=true has no effect: ndjson is one line per record"),
        (("internal=summary",), "internal=summary has no effect without include=include-internal"),
        (("drop=oldest",), "drop=oldest has no effect without max_bytes"),
    ],
)
def test_a_word_without_effect_is_a_warning(words: tuple[str, ...], warning: str) -> None:
    assert parsed(*words)[1] == [warning]
