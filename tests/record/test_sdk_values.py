"""How Python values are spelled in a transcript."""

from __future__ import annotations

import json
import re
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

import attrs
import msgspec
import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.base.exact import decode, encode
from steno.record.plain import DEPTH, WORDS, failure, plain


class Colour(Enum):
    RED = "red"


class Name(StrEnum):
    ROSE = "rose"


class Level(IntEnum):
    HIGH = 3


class Point(NamedTuple):
    x: int
    y: float


@dataclass
class Order:
    id: int
    lines: list[object] = field(default_factory=list)


@attrs.define
class Bed:
    plant: str
    rows: int = 2


class Seed(msgspec.Struct):
    name: str
    grams: float | msgspec.UnsetType = msgspec.UNSET


class Rose(pydantic.BaseModel):
    colour: Colour
    planted: date


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "not what is in it"


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Plain:
    def __repr__(self) -> str:
        return "<Plain>"


SPELLED: list[tuple[object, object]] = [
    (None, None),
    (True, True),
    (1, 1),
    (-(2**70), -(2**70)),
    (1.5, 1.5),
    ("a\0é", "a\0é"),
    (Text("in it"), "in it"),
    (float("nan"), {"$float": "NaN"}),
    (float("inf"), {"$float": "Infinity"}),
    (float("-inf"), {"$float": "-Infinity"}),
    ((1, [2]), [1, [2]]),
    (deque([1, 2]), [1, 2]),
    ({"b", "a", "c"}, ["a", "b", "c"]),
    (frozenset([10, 9]), [10, 9]),
    ({"a": {1: 2}}, {"a": {"1": 2}}),
    (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    (MappingProxyType({"a": 1}), {"a": 1}),
    ({1: "one", "1": "text"}, {"$entries": [[1, "one"], ["1", "text"]]}),
    ({(1, 2): "pair", None: 0}, {"$entries": [[[1, 2], "pair"], [None, 0]]}),
    ({Text("in it"): 1, Name.ROSE: 2}, {"in it": 1, "rose": 2}),
    ({True: 1}, {"$entries": [[True, 1]]}),
    ({"$repr": "mine"}, {"$entries": [["$repr", "mine"]]}),
    ({"$repr": "mine", "b": 1}, {"$repr": "mine", "b": 1}),
    (Point(1, 2.0), {"x": 1, "y": 2.0}),
    (Order(7, [Point(0, 0.5)]), {"id": 7, "lines": [{"x": 0, "y": 0.5}]}),
    (Bed("rose"), {"plant": "rose", "rows": 2}),
    (Seed("rose"), {"name": "rose"}),
    (Seed("rose", 2.5), {"name": "rose", "grams": 2.5}),
    (Rose(colour=Colour.RED, planted=date(2026, 1, 2)), {"colour": "red", "planted": "2026-01-02"}),
    (Colour.RED, "red"),
    (Level.HIGH, 3),
    (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), "2026-01-02T03:04:05+00:00"),
    (time(3, 4), "03:04:00"),
    (UUID(int=7), "00000000-0000-0000-0000-000000000007"),
    (Decimal("1.10"), "1.10"),
    (PurePosixPath("/srv/garden"), "/srv/garden"),
    (b"\xff\0", {"$bytes": "/wA="}),
    (bytearray(b"a"), {"$bytes": "YQ=="}),
    (memoryview(b"a"), {"$bytes": "YQ=="}),
    (Fraction(1, 3), {"$repr": "Fraction(1, 3)"}),
    (Plain(), {"$repr": "<Plain>"}),
    ([plain(float("nan"))], [{"$float": "NaN"}]),
]


@pytest.mark.parametrize(("value", "spelled"), SPELLED, ids=[type(value).__name__ for value, _ in SPELLED])
def test_every_kind_of_value_has_its_spelling(value: object, spelled: object) -> None:
    assert plain(value) == spelled
    assert encode(plain(value)) == encode(spelled)  # 1 and 1.0 and True are equal, and not the same


def test_a_class_is_not_taken_for_one_of_its_objects() -> None:
    assert plain([Order, Rose, Seed, Point]) == [{"$repr": repr(each)} for each in (Order, Rose, Seed, Point)]


def test_an_iterator_is_not_consumed() -> None:
    def numbers() -> Iterator[int]:
        yield 1

    given_in = numbers()
    assert plain(given_in) == {"$repr": repr(given_in)}
    assert list(given_in) == [1]


def test_a_value_is_recorded_as_it_was() -> None:
    value = {"a": [1]}
    spelled = plain(value)
    value["a"].append(2)
    assert spelled == {"a": [1]}


def test_what_holds_itself_points_at_itself() -> None:
    beds: list[object] = ["rose"]
    garden = {"a/b": {"beds": beds}}
    beds.append(garden["a/b"])
    beds.append(beds)
    assert plain(garden) == {"a/b": {"beds": ["rose", {"$cycle": "/a~1b"}, {"$cycle": "/a~1b/beds"}]}}


def test_what_stands_twice_is_no_cycle() -> None:
    shared = [1]
    assert plain([shared, shared]) == [[1], [1]]


def test_what_is_too_deep_says_so() -> None:
    tree: object = "leaf"
    for _ in range(DEPTH):
        tree = [tree]
    assert "leaf" in json.dumps(plain(tree))
    assert json.dumps(plain([tree])).strip("[]") == '{"$deep": "list"}'


def test_what_a_nearly_full_stack_cannot_take_says_so() -> None:
    tree = json.loads("[" * 50 + "]" * 50)

    def dig() -> object:
        try:
            return dig()
        except RecursionError:
            return plain(tree)  # in the first frame from which it can be called at all

    assert dig() == {"$deep": "list"}


def test_an_object_that_cannot_speak_does_not_stop_the_run() -> None:
    assert plain({"a": Mute(), "b": 1}) == {
        "a": {"$repr": "<tests.record.test_sdk_values.Mute, which cannot be shown: RuntimeError: no words>"},
        "b": 1,
    }


def test_a_number_too_long_to_spell_is_written_in_hexadecimal() -> None:
    spelled = plain(1 << 20_000)
    assert spelled == {"$int": hex(1 << 20_000)}


def test_a_failure_is_told_by_type_message_and_notes() -> None:
    error = ValueError("no water")
    error.add_note("the tap is closed")
    assert failure(error) == "ValueError: no water\nthe tap is closed"
    assert failure(KeyboardInterrupt()) == "KeyboardInterrupt"
    assert failure("as it is") == "as it is"
    assert failure(SystemExit(3)) == "SystemExit: 3"
    assert [failure(each) for each in (None, SystemExit(), SystemExit(0))] == [None, None, None]


QUICK = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@QUICK
@given(JSON_VALUES)
def test_json_stays_what_it_is(value: object) -> None:
    if WORDS.isdisjoint(re.findall(r"\$\w+", repr(value))):
        assert encode(plain(value)) == encode(value)


ODD_VALUES = st.recursive(
    st.binary() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner) | st.dictionaries(st.integers() | st.text() | st.none(), inner),
)


@QUICK
@given(ODD_VALUES)
def test_every_spelling_can_be_written_and_read_back(value: object) -> None:
    spelled = plain(value)
    assert encode(plain(spelled)) == encode(spelled)
    assert decode(encode(spelled)) == (spelled, None)


def test_a_path_is_text(tmp_path: Path) -> None:
    assert plain(tmp_path) == str(tmp_path)
