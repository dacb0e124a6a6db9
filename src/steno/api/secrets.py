"""Look whether secrets stand in sessions, as `steno scan` does, with what steno.toml allows and adds."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from steno.api import settings
from steno.api.world import World
from steno.base.files import Unreadable
from steno.diagnostics import Diagnostic, Place
from steno.session import Input, stream

if TYPE_CHECKING:
    from steno.detect.policy import Allowed

_UNSEEN = ("SRC040", "SRC041")
"""A binary file, and a part that could not be scanned."""


class Look(Struct, frozen=True):
    """What a look for secrets found."""

    size: int
    """Of all that was looked at, in bytes."""
    found: Mapping[str, int]
    """By kind, those of which there are most first."""
    unseen: int = 0
    """How many parts could not be looked at."""


class Secrets:
    """Looks at inputs, one after another."""

    def __init__(self, world: World, tell: settings.Tell) -> None:
        self._world, self._tell = world, tell
        self._looking: Allowed | None = None

    def look(self, sources: Iterable[Input], data: bytes) -> Look:
        """What stands in the bytes of some inputs; `data` are those of standard input."""
        from steno.scanner import scan_stream  # the detectors cost start-up

        found: list[Diagnostic] = []
        size = unseen = 0
        for source in sources:
            try:
                looking = self._finder() if source.path is None else self._finder().at(source.path)
                with stream(source, io.BytesIO(data)) as file:
                    scan_stream(file, Place(source.name), looking, found.append)
                size += len(data) if source.path is None else source.path.stat().st_size
            except (Unreadable, OSError):
                unseen += 1
        kinds = Counter(_kind(each) for each in found if each.code not in _UNSEEN)
        unseen += sum(each.code in _UNSEEN for each in found)
        return Look(size, dict(kinds.most_common()), unseen)

    def _finder(self) -> Allowed:
        if self._looking is None:
            from steno.detect import Level, finder

            policy = settings.policy(self._world, None, self._tell)
            self._looking = policy.over(finder(Level.SECRETS), Level.SECRETS)
        return self._looking


def _kind(each: Diagnostic) -> str:
    """What was found, without its type."""
    return each.message.rpartition(" (")[0]
