"""The hash of a document's events: RFC 8785 of the array, one event at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from steno.base.canonical import NotCanonical, canonical
from steno.base.exact import JSON, joined

ALGORITHM, CANONICALIZATION = "sha256", "json-c14n-like"
EXACT = "rfc8785-exact"
"""The profile for what RFC 8785 refuses: integers of any size digit by digit, a lone surrogate as its escape."""


class Digest:
    """Takes events in order; the array is never built."""

    def __init__(self, events: Iterable[JSON] = ()) -> None:
        self._hash = hashlib.sha256()
        self._opening = b"["
        self._exact = False
        self._feasible = True
        self.size = 0
        for event in events:
            self.add(event)

    def add(self, event: JSON) -> None:
        if not self._feasible:
            return
        try:
            text = canonical(event)
        except (NotCanonical, RecursionError):
            self._exact = True
            try:
                text = canonical(event, exact=True)
            except (NotCanonical, RecursionError):
                self._feasible = False  # a number beyond any double, or nesting beyond the stack
                return
        self.add_canonical([b",", text])

    def add_canonical(self, pieces: list[bytes]) -> None:
        """The same for events whose canonical spelling the caller knows, in pieces, with a comma before each."""
        if not pieces:
            return
        if self._opening:
            pieces[0] = self._opening + pieces[0][1:]
            self._opening = b""
        for piece in joined(pieces):
            self._hash.update(piece)
            self.size += len(piece)

    def hexdigest(self) -> str | None:
        """The hash of the events so far; None where there is no canonical spelling of some event."""
        if not self._feasible:
            return None
        whole = self._hash.copy()
        whole.update(self._opening + b"]")
        return whole.hexdigest()

    def integrity(self) -> dict[str, JSON] | None:
        """The object to put into the document; None where it is not feasible."""
        digest = self.hexdigest()
        if digest is None:
            return None
        found: dict[str, JSON] = {
            "hash_alg": ALGORITHM,
            "canonicalization": CANONICALIZATION,
            "events_hash": digest,
        }
        if self._exact:
            found["profile"] = EXACT
        return found


def events_hash(events: Iterable[JSON]) -> str | None:
    """The hash of an array of events, lowercase hexadecimal."""
    return Digest(events).hexdigest()
