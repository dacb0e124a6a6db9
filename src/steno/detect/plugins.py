"""Detectors that installed packages bring, by entry points.  One that does not load stops the run: it may be missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from steno import plugins
from steno.base.counts import number_of
from steno.base.entries import entries
from steno.contracts import UsageError
from steno.detect.ner import GROUP, Recognizer
from steno.detect.rule import Detector
from steno.detect.spans import Finder
from steno.plugins import loaded, origin, stop

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class BadPlugin(plugins.BadPlugin):
    """A package whose detectors cannot be used."""

    hint = "repair or uninstall the package; without it, Steno would miss what it finds"


class Plugins(Struct, frozen=True):
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
        offer = loaded(entry, BadPlugin)
        if hasattr(offer, "mentions"):
            recognizers[entry.name] = offer
        elif hasattr(offer, "find"):
            finders.append(offer)
            said.append(f"a finder from {origin(entry)}")
        else:
            new = _detectors(entry, offer, detectors)
            detectors += new
            said.append(f"{number_of(len(new), 'detector')} from {origin(entry)}")
    return Plugins(tuple(detectors), tuple(finders), tuple(said), recognizers)


def _detectors(entry: EntryPoint, offer: object, others: Iterable[Detector]) -> list[Detector]:
    from steno.detect.extra import Unproved, prove  # few machines have any

    if not isinstance(offer, list | tuple) or not all(isinstance(each, Detector) for each in offer):
        stop(entry, f"gives {type(offer).__name__}, expected a list of detectors, a finder or a recognizer", BadPlugin)
    taken = {each.code for each in others}
    for each in offer:
        if each.code in taken:
            stop(entry, f"{each.code} is taken", BadPlugin)
        taken.add(each.code)
        try:
            prove(each)
        except Unproved as error:
            stop(entry, f"{each.code}{'.' + error.key if error.key else ''}: {error}", BadPlugin)
    return list(offer)
