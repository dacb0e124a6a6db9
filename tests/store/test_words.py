"""What is searched of an event."""

from __future__ import annotations

import pytest

from steno.model import Event, Kind, Origin, Text, ToolCall
from steno.store.texts import spaced
from steno.store.words import words_of

HERE = Origin(0, 1, 0, 1)


def said(text: str) -> Event:
    return Event(uid="u", kind=Kind.MESSAGE, body=Text(text), origin=HERE, actor="a")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fooBar", "foo Bar"),
        ("x = parseHTTPHeader(v2Url)", "parse HTTP Header v 2 Url"),
        ("HTTPServer", "HTTP Server"),
        ("fooBar fooBar", "foo Bar"),
        ("foo_bar README Plain plain", ""),
        ("größeBar", "e Bar"),
    ],
)
def test_parts_of_camel_case_words_are_searched(text: str, parts: str) -> None:
    words = words_of(said(text))
    assert words is not None
    assert words.parts == parts


def test_encoded_bytes_are_not_searched() -> None:
    assert spaced("a " + "iVBORw0K" * 100 + " b").split() == ["a", "b"]
    assert spaced("a " + "word " * 200 + " b").split() == ["a", *["word"] * 200, "b"]


def test_half_a_character_is_no_reason_to_fail() -> None:
    words = words_of(said("rose \ud800 thorn"))
    assert words is not None
    assert words.text == "rose ? thorn"


def test_the_strings_of_arguments_are_searched_in_their_order() -> None:
    call = ToolCall("Bash", {"command": "ls", "more": [{"a": "b", "n": 1}, "c"], "d": "e"})
    words = words_of(Event(uid="u", kind=Kind.TOOL_CALL, body=call, origin=HERE, actor="a"))
    assert words is not None
    assert words.text.split("\n") == ["Bash", "ls", "b", "c", "e"]


def test_an_echo_is_not_searched_again() -> None:
    echo = Event(uid="v", kind=Kind.MESSAGE, body=Text("rose"), origin=HERE, actor="a", echo_of="u")
    assert words_of(echo) is None
