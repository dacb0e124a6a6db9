"""The library's names: every type that a public function takes or returns is public too."""

from __future__ import annotations

import importlib
import inspect
import types
import typing
from collections.abc import Iterator

import pytest
from msgspec import Struct

import steno

EXPORTED = {name: getattr(steno, name) for name in steno.__all__}
FUNCTIONS = sorted(name for name, each in EXPORTED.items() if inspect.isfunction(each))
RESULTS = sorted(
    name
    for name, each in EXPORTED.items()
    if inspect.isclass(each) and issubclass(each, Struct) and each.__module__.startswith(("steno.api", "steno.model"))
)


def hints(thing: typing.Any) -> dict[str, typing.Any]:
    """Resolved with the names of its module and with the public ones: another cannot be resolved at all."""
    module = importlib.import_module(thing.__module__)
    # `Masking` is an alias that only type checkers know.
    return typing.get_type_hints(thing, {"Masking": object, **vars(typing), **EXPORTED, **vars(module)})


def classes(hint: typing.Any) -> Iterator[type]:
    """The classes of ours that an annotation names."""
    if isinstance(hint, list):
        for each in hint:
            yield from classes(each)
    elif typing.get_args(hint) or isinstance(hint, types.UnionType):
        for each in typing.get_args(hint):
            yield from classes(each)
    elif inspect.isclass(hint) and hint.__module__.startswith("steno."):
        yield hint


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_type_of_a_public_function_is_public(name: str) -> None:
    known = {id(each) for each in EXPORTED.values()}
    named = {each for hint in hints(EXPORTED[name]).values() for each in classes(hint)}
    assert {each.__qualname__ for each in named if id(each) not in known} == set()


@pytest.mark.parametrize("name", RESULTS)
def test_every_type_of_a_result_is_public(name: str) -> None:
    known = {id(each) for each in EXPORTED.values()}
    named = {each for hint in hints(EXPORTED[name]).values() for each in classes(hint)}
    assert {each.__qualname__ for each in named if id(each) not in known} == set()
