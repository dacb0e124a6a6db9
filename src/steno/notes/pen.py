"""Makes the lines of a sidecar: who writes, when, and under which id.  Judges no value and opens no file."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.time import stamp
from steno.contracts import Ambient
from steno.notes.sidecar import VERSION, Entry

_ID_BYTES = 6


class Pen:
    """One author's."""

    def __init__(self, author: str, ambient: Ambient) -> None:
        self.author, self._ambient = author, ambient

    def note(self, key: str, value: JSON, target: str | UnsetType = UNSET, evidence: Iterable[str] = ()) -> Entry:
        return Entry(
            version=VERSION,
            id=self._id(),
            author=self.author,
            time=stamp(self._ambient.clock()),
            target=target,
            key=key,
            value=value,
            evidence=tuple(evidence),
        )

    def retraction(self, of: Entry) -> Entry:
        time = stamp(self._ambient.clock())
        return Entry(version=VERSION, id=self._id(), author=self.author, time=time, retracts=of.id)

    def _id(self) -> str:
        return self._ambient.randomness(_ID_BYTES).hex()
