"""Every string of a trace is reached, and nothing else changes."""

from __future__ import annotations

import enum
import itertools
import re
import types
import typing
from collections.abc import Iterator

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Raw, Struct, UnsetType

from steno.model import Actor, ActorKind, Event, Header, Kind, Origin, Text, ToolCall, Trace
from steno.model.kept import ID, MODEL, Paths
from steno.model.signs import Signs
from steno.model.strings import Strings
from steno.model.walk import Apart, map_strings, map_tree

MARK = re.compile(rb"m\d{5}")


def specimens(kind: object, marks: Iterator[str]) -> list[object]:
    """One value for each way a field of this type can be filled, every string in it different."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is str:
        return [next(marks)]
    if kind is typing.Any:
        return [{next(marks): [next(marks), {next(marks): {next(marks): next(marks)}}, 1, None, True]}, next(marks)]
    if origin in (typing.Union, types.UnionType):
        return [value for each in arguments if each is not UnsetType for value in specimens(each, marks)]
    if origin is dict:
        return [{next(marks): value for value in specimens(arguments[1], marks)}]
    if origin in (tuple, frozenset):
        return [origin(value for each in arguments if each is not ... for value in specimens(each, marks))]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [next(iter(kind))]
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = typing.get_type_hints(kind)
        filled = {name: specimens(hints[name], marks) for name in kind.__struct_fields__}
        count = max(len(values) for values in filled.values())
        return [kind(**{name: values[i % len(values)] for name, values in filled.items()}) for i in range(count)]
    return [{int: 1, float: 1.5, bool: True, bytes: b"raw", type(None): None}[kind]]  # type: ignore[index]


def full() -> Trace:
    marks = (f"m{number:05}" for number in itertools.count())
    (trace, *_) = specimens(Trace, marks)
    assert isinstance(trace, Trace)
    return trace


def test_every_string_of_every_field_goes_through_the_function() -> None:
    trace = full()
    before = MARK.findall(msgspec.json.encode(trace))
    assert len(set(before)) > 150
    seen: list[str] = []

    def text(value: str) -> str:
        seen.append(value)
        return value.replace("m", "W", 1)

    after = msgspec.json.encode(map_strings(trace, text))
    assert MARK.findall(after) == []
    assert sorted(re.findall(rb"W\d{5}", after)) == sorted(mark.replace(b"m", b"W") for mark in before)
    assert {mark.decode() for mark in before} <= set(seen)


def test_a_trace_in_which_nothing_changes_is_the_same_object() -> None:
    trace = full()
    assert map_strings(trace, lambda text: text) is trace
    assert map_strings(trace, lambda text: "".join([*text])) is trace


def test_only_what_changes_is_copied() -> None:
    trace = full()
    (one, *_) = (event for event in trace.events if isinstance(event.body, Text))
    assert isinstance(one.body, Text)
    words = one.body.text
    new = map_strings(trace, lambda text: "x" if text == words else text)
    assert new.header is trace.header
    assert [a is b for a, b in zip(new.events, trace.events, strict=True)].count(False) == 1


def event(arguments: object) -> Event:
    return Event(
        uid="1", kind=Kind.TOOL_CALL, body=ToolCall("t", arguments), origin=Origin(0, 1, 0, 1), actor="a"
    )  # fmt: skip


def trace_of(arguments: object) -> Trace:
    return Trace(header=Header(actors={"a": Actor(ActorKind.TOOL, "a")}), events=(event(arguments),))


def arguments_of(trace: Trace) -> object:
    body = trace.events[0].body
    assert isinstance(body, ToolCall)
    return body.arguments


def test_keys_that_become_equal_do_not_swallow_one_another() -> None:
    new = map_strings(trace_of({"k1": 1, "k2": 2, "k~2": 3, "k3": 4}), lambda text: re.sub(r"k\d", "k", text))
    assert arguments_of(new) == {"k": 1, "k~2": 2, "k~2~2": 3, "k~3": 4}


def test_links_stay_consistent() -> None:
    new = map_strings(trace_of({}), lambda text: f"<{text}>")
    assert list(new.header.actors) == [new.events[0].actor] == ["<a>"]


def test_numbers_holes_and_odd_numbers_stay() -> None:
    odd = Raw(b"1.10")
    tree = {"a": [1, 1.0, True, None, UNSET, odd], "b": "x"}
    new = arguments_of(map_strings(trace_of(tree), lambda text: "y" if text == "x" else text))
    assert isinstance(new, dict)
    assert new == {"a": [1, 1.0, True, None, UNSET, odd], "b": "y"}
    assert new["a"] is tree["a"]


def test_deep_nesting_does_not_overflow() -> None:
    tree: object = "x"
    for _ in range(100_000):
        tree = [tree]
    new = arguments_of(map_strings(trace_of(tree), lambda text: "y" if text == "x" else text))
    while isinstance(new, list):
        (new,) = new
    assert new == "y"
    while isinstance(tree, list):  # taken apart here, because freeing it at once would recurse
        (tree,) = tree


def test_a_list_of_strings_can_be_seen_as_a_whole() -> None:
    new = map_strings(trace_of({"lines": ["a", "b"], "mixed": ["a", 1]}), lambda text: text, lambda lines: lines[::-1])
    assert arguments_of(new) == {"lines": ["b", "a"], "mixed": ["a", 1]}


def test_what_stands_at_a_path_goes_to_a_function_of_its_own() -> None:
    trace = full()
    seen: list[str] = []

    def text(value: str) -> str:
        seen.append(value)
        return value

    loose = {path: ID for path, shape in MODEL.items() if not shape.sealed}
    after = map_strings(trace, text, None, None, Apart(Paths.of([loose]), lambda value, shape: f"K{value}"))
    changed = re.findall(rb"Km\d{5}", msgspec.json.encode(after))
    assert len(set(changed)) == len(loose)  # each path is there, and leads to one string
    assert {mark[1:].decode() for mark in changed}.isdisjoint(seen)
    assert all(each.uid.startswith("K") for each in after.events)
    instances = [actor.instance for actor in after.header.actors.values()]
    assert all(isinstance(each, str) and each.startswith("K") for each in instances)
    assert all(key.startswith("K") for key in after.header.system_prompts)


def test_what_does_not_have_the_shape_that_a_path_promises_is_a_text() -> None:
    tree = {"id": "a b", "other": {"id": "ab"}, "list": ["ab", "a b"], "deep": {"x": {"id": "ab"}}}
    apart = Apart(Paths.of([{"id": ID, "other.id": ID, "list[]": ID, "deep.*.id": ID}]), lambda text, shape: text)
    new = map_strings(tree, lambda text: f"<{text}>", None, lambda name, value: value + "?", apart)
    assert new == {
        "<id>": "<a b?>", "<other>": {"<id>": "ab"}, "<list>": ["ab", "<a b>"], "<deep>": {"<x>": {"<id>": "ab"}}
    }  # fmt: skip


def test_only_what_stands_under_a_telling_name_is_a_pair() -> None:
    tree = {"key": "a", "list": ["key", {"key": "b", "other": "a"}], "0": "c", "rows": ["c"]}
    paths = Paths.of([{"{}": ID}])
    strings = Strings(tree, paths, telling={"key", "0"}.__contains__)
    assert list(strings.pairs()) == [("key", "a"), ("0", "c"), ("key", "b")]
    assert list(Strings(tree, paths, telling={"none"}.__contains__).pairs()) == []


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(JSON_VALUES)
def test_a_tree_keeps_its_shape_and_its_keys(tree: object) -> None:
    def expected(value: object) -> object:
        match value:
            case str():
                return value + "!"
            case list():
                return [expected(each) for each in value]
            case dict():
                return {key: expected(each) for key, each in value.items()}
            case _:
                return value

    assert map_tree(tree, lambda text: text + "!") == expected(tree)


WORDS = ["x", "y z", "ab", "x.y", "k"]
NAMES = ["id", "list", "deep", "k", "a", "ab"]
TREES = st.recursive(
    st.sampled_from(WORDS) | st.integers(0, 3) | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=30,
)
PATHS = Paths.of([{"id": ID, "list[]": ID, "deep.*.id": ID, "deep{}": ID, "a.list[].id": ID}])


def told(name: str, value: str) -> str:
    return f"{value}?" if name == "k" else value


def swapped(lines: list[str]) -> list[str]:
    return lines[::-1] if lines[0] == "x" else lines


def mapped(value: object, at: Paths | None, name: str | None = None) -> object:
    """What `map_strings` promises, word by word, without a thought of speed."""

    def below(step: str, otherwise: str = "") -> Paths | None:
        return None if at is None else at.get(step, at.get(otherwise))

    def kept(text: str, there: Paths | None) -> str | None:
        return f"K{text}" if there is not None and there.shape is not None and there.shape.fits(text) else None

    match value:
        case str():
            return kept(value, at) or f"<{told(name, value) if name is not None else value}>"
        case list():
            if len(value) > 1 and below("[]") is None and all(type(each) is str for each in value):
                value = swapped(value)
            return [mapped(each, below("[]")) for each in value]
        case dict():
            keys = [kept(key, below("{}")) or f"<{key}>" for key in value]
            held = [mapped(each, below(key, "*"), key) for key, each in value.items()]
            return dict(zip(keys, held, strict=True))
    return value


@given(TREES, TREES, TREES)
def test_strings_change_by_what_they_say_the_path_to_them_and_their_name(
    one: object, two: object, three: object
) -> None:
    tree = {"id": one, "deep": {"a": two, "b": [one, {"k": two}]}, "list": [three, one], "a": {"list": [two, two]}}
    apart = Apart(PATHS, lambda text, shape: f"K{text}")
    before = msgspec.json.encode(tree)
    assert map_strings(tree, lambda text: f"<{text}>", swapped, told, apart) == mapped(tree, PATHS)
    assert msgspec.json.encode(tree) == before


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.sampled_from(WORDS))
def test_what_events_share_changes_in_each_of_them(folders: list[str], old: str) -> None:
    known = {folder: Signs(cwd=folder) for folder in folders}
    events = tuple(
        Event(
            uid=str(number), kind=Kind.MESSAGE, body=Text(folder), origin=Origin(0, number, 0, 1), actor="a",
            signs=known[folder], residue={"cwd": folder, "again": known[folder]},
        )
        for number, folder in enumerate(folders)
    )  # fmt: skip
    new = map_strings(Trace(header=Header(), events=events), lambda text: "new" if text == old else text)
    wanted = ["new" if folder == old else folder for folder in folders]
    assert [event.signs for event in new.events] == [Signs(cwd=folder) for folder in wanted]
    assert [event.residue for event in new.events] == [{"cwd": folder, "again": Signs(cwd=folder)} for folder in wanted]
    assert [event is before for event, before in zip(new.events, events, strict=True)] == [
        folder != old for folder in folders
    ]


class Name(str):
    __slots__ = ()


class Table(dict[str, object]):
    pass


class Row(list[object]):
    pass


def test_classes_of_a_programs_own_are_gone_through_like_what_an_encoder_makes_of_them() -> None:
    tree = {"a": Name("x"), "b": Table({"x": Name("x")}), "c": Row(["x", ("x", {"k": "x"})]), "d": {"x"}}
    new = map_strings(tree, lambda text: "y" if text == "x" else text)
    assert new == {"a": "y", "b": {"y": "y"}, "c": ["y", ("y", {"k": "y"})], "d": ["y"]}
