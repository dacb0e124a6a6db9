"""Lines never lose a byte and never stop at a bad one."""

from __future__ import annotations

import io
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from steno.base.jsonl import Flaw, Line, lines

BOM = b"\xef\xbb\xbf"

pieces = st.sampled_from(
    [
        b'{"a":1}',
        b'{"a": 1}',
        b"[1]",
        b"nope",
        b"",
        b" ",
        b"\xff",
        b'{"a":1,"a":2}',
        b'"\x00"',
        b"\r",
        b"{",
        b"\xef\xbb\xbf",
    ]
)


def read(data: bytes) -> list[Line]:
    return list(lines(io.BytesIO(data)))


@given(st.lists(pieces), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_lengths_add_up_to_the_stream(parts: list[bytes], ending: bytes, closed: bool) -> None:
    data = ending.join(parts) + (ending if closed else b"")
    found = read(data)
    position = 0
    for line in found:
        assert line.offset == position
        position += line.length
        if line.flaw is not None:
            assert data.startswith(line.raw, line.offset)
    assert position == len(data)


@given(st.lists(pieces))
def test_line_numbers_are_true(parts: list[bytes]) -> None:
    data = b"\n".join(parts)
    for line in read(data):
        assert line.number == data.count(b"\n", 0, line.offset) + 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a":1}\n', [Line(1, 0, 8, {"a": 1})]),
        (b'{"a":1}', [Line(1, 0, 7, {"a": 1})]),
        (b'{"a":1}\r\n[2]\r\n', [Line(1, 0, 9, {"a": 1}), Line(2, 9, 5, [2])]),
        (b'{"a":', [Line(1, 0, 5, UNSET, Flaw.CUT, "the last line is cut off: expecting value at byte 6", b'{"a":')]),
        (
            b'x\n{"a":1}\n',
            [Line(1, 0, 2, UNSET, Flaw.BAD, "not JSON: expecting value at byte 1", b"x\n"), Line(2, 2, 8, {"a": 1})],
        ),
        (b"\n \n1\n", [Line(1, 0, 3, UNSET, Flaw.BLANK, "blank line", b"\n"), Line(3, 3, 2, 1)]),
        (
            b"\xef\xbb\xbf1\n",
            [
                Line(1, 0, 3, UNSET, Flaw.BOM, "the file begins with a byte order mark", b"\xef\xbb\xbf"),
                Line(1, 3, 2, 1),
            ],
        ),
        (
            b'{"a":1,"a":2}\n',
            [Line(1, 0, 14, {"a": 2}, Flaw.DUPLICATE, "the key 'a' appears twice", b'{"a":1,"a":2}\n')],
        ),
        (
            b'{"a":1}{"b":2}\n{"c":3}\n',
            [
                Line(1, 0, 7, {"a": 1}),
                Line(1, 7, 8, {"b": 2}, Flaw.GLUED, "object 2 of the line, expected one", b"", 1),
                Line(2, 15, 8, {"c": 3}),
            ],
        ),
        (
            b'{"a":"}{"} \t{"b":2}',
            [
                Line(1, 0, 12, {"a": "}{"}),
                Line(1, 12, 7, {"b": 2}, Flaw.GLUED, "object 2 of the line, expected one", b"", 1),
            ],
        ),
        (
            b'{"a":1}{"b":2,"b":3}\r\n',
            [
                Line(1, 0, 7, {"a": 1}),
                Line(1, 7, 15, {"b": 3}, Flaw.DUPLICATE, "the key 'b' appears twice", b'{"b":2,"b":3}\r\n', 1),
            ],
        ),
        (
            b'{"a":1}{"b":\n',
            [Line(1, 0, 13, UNSET, Flaw.BAD, "not JSON: extra data at byte 8", b'{"a":1}{"b":\n')],
        ),
        (b"1 2\n", [Line(1, 0, 4, UNSET, Flaw.BAD, "not JSON: extra data at byte 3", b"1 2\n")]),
        (b"", []),
    ],
)
def test_line_by_line(data: bytes, expected: list[Line]) -> None:
    assert read(data) == expected


def test_a_line_of_many_megabytes_is_one_line() -> None:
    data = b'{"a":"' + b"x" * 30_000_000 + b'"}\n{"b":1}\n'
    assert [(line.number, line.length) for line in read(data)] == [(1, 30_000_009), (2, 8)]


def test_every_object_of_a_line_has_a_name_of_its_own() -> None:
    assert [line.name for line in read(b'{"a":1}{"a":1}{"a":1}\n{"b":2}\n')] == ["1", "1#1", "1#2", "2"]


class OneByOne(io.BytesIO):
    """Hands out no two lines together."""

    def readlines(self, hint: int | None = -1, /) -> list[bytes]:
        line = self.readline()
        return [line] if line else []


@given(st.lists(st.lists(pieces), max_size=4))
def test_lines_read_together_are_those_read_one_by_one(parts: list[list[bytes]]) -> None:
    long = b'{"a":"' + b"x" * (1 << 15) + b'"}'  # a batch ends behind it
    data = b"\n".join(piece for part in parts for piece in [*part, long])
    assert read(data) == list(lines(OneByOne(data)))


def test_lines_around_one_that_is_spelled_otherwise_keep_their_places() -> None:
    records = [b'{"n":%d}\n' % number for number in range(9000)]
    records[4500:4502] = [b'{"n": 4500}\n', b"nope\n"]
    found = read(b"".join(records))
    assert [each.number for each in found] == [*range(1, 9001)]
    assert [each.length for each in found] == [len(each) for each in records]
    assert [each.offset for each in found] == [0, *accumulate(map(len, records))][:-1]
    assert [each.value for each in found if each.flaw is None] == [{"n": n} for n in range(9000) if n != 4501]
