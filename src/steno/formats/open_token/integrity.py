"""The hash of a document's events: RFC 8785 of the array, one event at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from steno.base.canonical import NotCanonical, canonical, canonical_of_plain, is_plain
from steno.base.exact import JSON

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
        if self._feasible:
            self._add(event)

    def add_own(self, event: dict[str, JSON]) -> None:
        """The same for an event of Steno's own spelling, of which only content and usage can be anything but plain."""
        data, usage = event["content"].get("data"), event.get("usage")
        if (data is None or is_plain(data)) and (usage is None or is_plain(usage)):
            try:
                self._update(canonical_of_plain(event))
            except UnicodeEncodeError:
                self.add(event)
        else:
            self.add(event)

    def _add(self, event: JSON) -> None:
        try:
            text = canonical(event)
        except (NotCanonical, RecursionError):
            self._exact = True
            try:
                text = canonical(event, exact=True)
            except (NotCanonical, RecursionError):
                self._feasible = False  # a number beyond any double, or nesting beyond the stack
                return
        self._update(text)

    def _update(self, text: bytes) -> None:
        self._hash.update(self._opening)
        self._hash.update(text)
        self.size += 1 + len(text)
        self._opening = b","

    def hexdigest(self) -> str | None:
        """The hash of the events so far; None where there is no canonical spelling of some event."""
        if not self._feasible:
            return None
        whole = self._hash.copy()
        whole.update(b"[]" if self._opening == b"[" else b"]")
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
