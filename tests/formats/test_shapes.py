"""The shape language: what fits a field, how it is said, and what does not fit an object."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec import Raw

from steno.contracts import Finding
from steno.formats.shapes import (
    OBJECT,
    TEXT,
    Field,
    counted,
    filled,
    like,
    misfits,
    nullable,
    one_of,
    required,
    text_like,
)


def says(message: str, *path: str | int) -> Finding:
    return Finding("/" + "/".join(map(str, path)), message)


FITS: list[tuple[Field, Any, bool]] = [
    (TEXT, "", True),
    (TEXT, None, False),
    (TEXT, 5, False),
    (nullable(TEXT), None, True),
    (OBJECT, {}, True),
    (OBJECT, [], False),
    (Field(("integer",)), 3, True),
    (Field(("integer",)), True, False),
    (Field(("integer",)), 3.0, False),
    (Field(("integer",)), Raw(b"-0"), True),
    (Field(("integer",)), Raw(b"1e400"), False),
    (Field(("number",)), 3, True),
    (Field(("number",)), Raw(b"1e400"), True),
    (Field(("truth",)), 1, False),
    (Field(("any",)), {"a": 1}, True),
    (Field(("any",)), None, False),
    (Field(("text", "object")), {}, True),
    (Field(("text", "object")), [], False),
    (Field(("text",), array=True), ["a", "b"], True),
    (Field(("text",), array=True), ["a", 1], False),
    (Field(("text",), array=True), "a", False),
    (Field(("texts",)), ["a"], True),
    (Field(()), "a", False),
    (one_of(("a", "b")), "b", True),
    (one_of(("a", "b")), "c", False),
    (one_of(("a", "b")), ["a"], False),
    (counted(0, "a count"), 0, True),
    (counted(0, "a count"), -1, False),
    (Field(("number",), bounds=(0, 1)), Raw(b"0.5"), True),
    (Field(("number",), bounds=(0, 1)), math.pi, False),
    (filled(), "", False),
    (filled(), "a", True),
    (like(str.isdigit, "digits"), "12", True),
    (like(str.isdigit, "digits"), 12, False),
    (text_like(str.isdigit, "digits"), "a", False),
    (text_like(str.isdigit, "digits"), 12, True),
]


@pytest.mark.parametrize(("field", "value", "fits"), FITS, ids=[f"{field} {value!r}" for field, value, _ in FITS])
def test_a_value_fits_a_field_by_type_words_bounds_and_test(field: Field, value: Any, fits: bool) -> None:
    assert field.fits(value) is fits


SAID = [
    (TEXT, "a string"),
    (nullable(TEXT), "a string or null"),
    (Field(("text", "object"), null=True), "a string, an object or null"),
    (Field(("integer", "number")), "an integer or a number"),
    (Field(("text",), array=True), "an array of strings"),
    (Field(("step",), array=True), "an array of objects"),
    (Field(("text",), map=True), "an object with strings as values"),
    (Field(("any",), map=True, null=True), "an object or null"),
    (one_of(("a", "b")), "one of a, b"),
    (one_of(("a", "b"), said="a or b"), "a or b"),
]


@pytest.mark.parametrize(("field", "said"), SAID, ids=[said for _, said in SAID])
def test_a_field_says_what_is_expected(field: Field, said: str) -> None:
    assert str(field) == said


def test_what_does_not_fit_is_said_in_the_order_of_the_shape_with_its_path() -> None:
    shape = {
        "id": required(filled("an id")),
        "kind": required(one_of(("a", "b"))),
        "note": TEXT,
        "count": Field(("integer",), required=True, bare=True),
    }
    assert list(misfits(({"note": 7, "kind": "c", "more": 1}, says), shape)) == [
        Finding("/id", "id is missing, expected an id"),
        Finding("/kind", 'kind is "c", expected one of a, b'),
        Finding("/note", "note is 7, expected a string"),
        Finding("/count", "count is missing"),
    ]


def test_an_optional_field_may_be_absent_and_is_not_null() -> None:
    assert list(misfits(({}, says), {"note": TEXT})) == []
    assert list(misfits(({"note": None}, says), {"note": TEXT})) == [
        Finding("/note", "note is null, expected a string")
    ]


def test_an_empty_text_is_read_as_null_where_the_format_says_so_and_quoted_as_it_is() -> None:
    shape = {"a": Field(("truth",), null=True), "b": Field(("truth",))}
    assert list(misfits(({"a": "", "b": ""}, says), shape, empty_is_null=True)) == [
        Finding("/b", 'b is "", expected true or false')
    ]
