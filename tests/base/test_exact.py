"""Exact JSON gives every value back, or says that it cannot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from steno.base.exact import BadJSON, at, decode, decode_same, encode, encoded, pointer

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(values)
def test_every_value_comes_back(value: Any) -> None:
    again = decode(encode(value)).value
    assert again == value
    assert json.dumps(again) == json.dumps(value)  # 1 and 1.0, 0.0 and -0.0 and the order of keys are told apart


@pytest.mark.parametrize(
    "text",
    [
        "18446744073709551616",
        "-9223372036854775809",
        "9" * 5000,
        "-0",
        "-0.0",
        "1.0",
        "1.10",
        "1E5",
        "1e400",
        "0.12345678901234567890123",
        '"\\ud800"',
        '["\\udfff\\ud800",1.10,{"a":-0}]',
        '{"b":1,"a":2}',
        '{"":{"":[]}}',
        '"\\u0000"',
        "[" * 400 + "]" * 400,
    ],
)
def test_spelling_that_carries_a_value_is_kept(text: str) -> None:
    assert encode(decode(text.encode()).value) == text.encode()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b' { "a" : 1 } ', {"a": 1}),
        (b'"\\u00e9\\/"', "é/"),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        (b"[1,\t2]", [1, 2]),
    ],
)
def test_other_spellings_of_a_value_are_that_value(text: bytes, value: object) -> None:
    assert decode(text) == (value, None)


def test_a_repeated_key_is_named() -> None:
    assert decode(b'{"a":1,"b":{"x":1,"x":2}}').duplicate == "x"


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        (b"", "expecting value", 0),
        (b"NaN", "NaN is not JSON", None),
        (b"[Infinity]", "Infinity is not JSON", None),
        (b'{"a":"\xff"}', "byte 0xff is not UTF-8", 6),
        (b'"\x00"', "invalid control character at", 1),
        (b"{} {}", "extra data", 3),
        (b'{"\xc3\xa9":x}', "expecting value", 6),
        (b"[" * 100_000, "nested too deeply to read", None),
    ],
)
def test_bytes_that_are_not_json_are_refused_with_their_place(text: bytes, message: str, position: int | None) -> None:
    with pytest.raises(BadJSON) as caught:
        decode(text)
    assert (str(caught.value), caught.value.position) == (message, position)


def test_a_pointer_escapes_and_finds() -> None:
    value = {"a/b": [{"c~d": 5}]}
    assert pointer("a/b", 0, "c~d") == "/a~1b/0/c~0d"
    assert at(value, "/a~1b/0/c~0d") == 5
    assert at(value, "") == value
    assert at(value, "/a~1b/1") is UNSET
    assert at(value, "/nothing/here") is UNSET


@given(st.dictionaries(st.sampled_from("abcde"), values))
def test_pieces_make_up_the_whole(value: dict[str, Any]) -> None:
    assert b"".join(encoded(value, {"a": {}, "b": {"a": {}}})) == b"".join(encoded(value)) == encode(value)


def test_short_members_side_by_side_are_one_piece_and_each_that_may_be_long_is_its_own() -> None:
    value = {"c": 1, "d": 2, "a": [3, 4], "e": 5, "b": {"f": 6, "g": 7}}
    pieces = [*encoded(value, {"a": {}, "b": {}})]
    assert pieces == [
        b'{"c":1,"d":2', b',"a":', b"[", b"3", b",", b"4", b"]", b',"e":', b"5",
        b',"b":', b'{"f":', b"6", b',"g":', b"7", b"}", b"}",
    ]  # fmt: skip


@pytest.mark.parametrize("depth", range(900, 1010, 5))
def test_however_deep_a_value_nests_it_is_read_exactly_or_refused(depth: int) -> None:
    data = b"[1.50," * depth + b"1" + b"]" * depth
    try:
        found = decode(data)
    except BadJSON as error:
        assert str(error) == "nested too deeply to read"
    else:
        assert encode(found.value) == data


def test_what_is_nested_deeper_than_the_encoder_goes_is_encoded() -> None:
    value: object = "é\ud800"
    for number in range(20_000):
        value = [value] if number % 2 else {"k": value, "e": [], "f": {}}
    data = encode(value)
    assert data.startswith(b'[{"k":[{"k":')
    assert data.endswith(b'],"e":[],"f":{}}]')
    assert data.count(b"[") == data.count(b"]") == 20_000
    assert b'"\xc3\xa9\\ud800"' in data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (rb'{"a":"\u003cb\u003e \u0026"}', {"a": "<b> &"}),
        (rb'{"a":"\\u003c"}', {"a": "\\u003c"}),
        (rb'{"\u003c":1}', {"<": 1}),
    ],
)
def test_escapes_for_html_are_read_for_what_they_are(text: bytes, value: object) -> None:
    assert decode(text) == (value, None)


def test_a_key_that_is_escaped_once_is_still_a_key_twice() -> None:
    assert decode(rb'{"\u003c":1,"<":2}').duplicate == "<"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a":[1,0.5,"\xc3\xa9"]}', {"a": [1, 0.5, "é"]}),
        (b"[]", []),
        (b'{"a": 1}', None),
        (b'{"a":1,"a":1}', None),
        (b'{"a":1.10}', None),
        (rb'{"a":"\u003c"}', None),
        (b'"a"', None),
        (b"{", None),
        (b'{"a":"\xff"}', None),
        (b"[" * 5000 + b"]" * 5000, None),
    ],
)
def test_what_encodes_to_the_same_bytes_is_told_from_what_does_not(text: bytes, value: object) -> None:
    assert decode_same(text) == value
