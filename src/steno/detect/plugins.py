"""Detectors that installed packages bring, by entry points.  One that does not load stops the run: it may be missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from steno.base.counts import number_of
from steno.base.entries import entries
from steno.contracts import UsageError
from steno.detect.ner import GROUP, Recognizer
from steno.detect.rule import Detector
from steno.detect.spans import Finder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class BadPlugin(UsageError):
    """A package whose detectors cannot be used."""

    hint = "repair or uninstall the package; what it was to find would go unseen"


class Plugins(NamedTuple):
    detectors: tuple[Detector, ...]
    finders: tuple[Finder, ...]
    said: tuple[str, ...]
    """How many of them came from where, one line each."""
    recognizers: Mapping[str, Recognizer]
    """Models by name: none is asked unless it is chosen."""

    def chosen(self, names: Iterable[str]) -> tuple[Recognizer, ...]:
        """The recognizers of these names; raises `UsageError`."""
        for name in names:
            if name not in self.recognizers:
                known = ", ".join(sorted(self.recognizers)) or "none is installed"
                raise UsageError(f"no recognizer is called {name!r}; known: {known}")
        return tuple(self.recognizers[name] for name in names)


def load() -> Plugins:
    """What packages bring; raises `BadPlugin`."""
    detectors: list[Detector] = []
    finders: list[Finder] = []
    recognizers: dict[str, Recognizer] = {}
    said: list[str] = []
    for entry in entries(GROUP):
        offer = _loaded(entry)
        if hasattr(offer, "mentions"):
            recognizers[entry.name] = offer
        elif hasattr(offer, "find"):
            finders.append(offer)
            said.append(f"a finder from {_origin(entry)}")
        else:
            new = _detectors(entry, offer, detectors)
            detectors += new
            said.append(f"{number_of(len(new), 'detector')} from {_origin(entry)}")
    return Plugins(tuple(detectors), tuple(finders), tuple(said), recognizers)


def _loaded(entry: EntryPoint) -> object:
    try:
        offer: object = import_module(entry.module)
        for name in entry.attr.split(".") if entry.attr else ():
            offer = getattr(offer, name)
    except _BROKEN as error:
        _stop(entry, f"{type(error).__name__}: {error}")
    return offer


_BROKEN = (
    ImportError, AttributeError, SyntaxError, NameError, ValueError, TypeError, LookupError, OSError, RuntimeError,
)  # fmt: skip
"""What foreign code may raise when it is imported."""


def _detectors(entry: EntryPoint, offer: object, others: Iterable[Detector]) -> list[Detector]:
    from steno.detect.extra import Unproved, prove  # few machines have any

    if not isinstance(offer, list | tuple) or not all(isinstance(each, Detector) for each in offer):
        _stop(entry, f"gives {type(offer).__name__}, expected a list of detectors, a finder or a recognizer")
    taken = {each.code for each in others}
    for each in offer:
        if each.code in taken:
            _stop(entry, f"{each.code} is taken")
        taken.add(each.code)
        try:
            prove(each)
        except Unproved as error:
            _stop(entry, f"{each.code}{'.' + error.key if error.key else ''}: {error}")
    return list(offer)


def _stop(entry: EntryPoint, message: str) -> NoReturn:
    raise BadPlugin(f"{_origin(entry)}: entry point {entry.name} = {entry.value}: {message}")


def _origin(entry: EntryPoint) -> str:
    """The distribution that brings an entry point."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
