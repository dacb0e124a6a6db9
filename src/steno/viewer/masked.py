"""The masked form of a session, made once for each level in a thread of its own; until then, nothing stands for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from steno.errors import StenoError
from steno.model import Event, Header, Trace
from steno.model.ledger import entries
from steno.viewer.view import View

LEVELS: Final = ("secrets", "pii", "strict")
_NONE: Final = Header()
_REST: Final = 5
"""A session that goes on growing is masked anew after so many times as long as that took."""


class Pending(Struct, frozen=True):
    """It is not made yet."""

    pending: str = "masking"
    done: float | None = None
    """How much is done, where that is known."""


class _Made(Struct, frozen=True):
    of: View
    """What was masked ..."""
    view: View
    """... and what became of it: as many events as there were then."""
    again: float
    """Before this moment it is not made anew."""


class Masking:
    """The masked forms of one session."""

    def __init__(self, mask: Callable[[Trace, str], Trace], found: Callable[[View], None]) -> None:
        """`found` is told of a view in which something was found that is marked from now on."""
        self._mask, self._found = mask, found
        self._lock = threading.Lock()
        self._made: dict[str, _Made] = {}
        self._errors: dict[str, StenoError] = {}
        self._busy: set[str] = set()

    def of(self, view: View, level: str) -> View | Pending:
        """The masked form of a view, of a log that grew as far as it is made; begins to make it where there is none."""
        with self._lock:
            if level in self._errors:
                raise self._errors[level]
            made = self._made.get(level)
            if made is not None and made.of is not view:
                made = None  # what was read anew may be anything
            stale = made is None or (len(made.view.events) < len(view.events) and time.monotonic() > made.again)
            if stale and level not in self._busy:
                self._busy.add(level)
                threading.Thread(target=self._make, args=(view, level), name="steno-view-mask", daemon=True).start()
        return Pending() if made is None else made.view

    def made(self, view: View, level: str = "secrets") -> View | None:
        """The masked form of a view, where it is made already."""
        found = self._made.get(level)
        return found.view if found is not None and found.of is view else None

    def _make(self, view: View, level: str) -> None:
        start = time.monotonic()
        try:
            bare, known = view.trace, replace(view.known, index=view.index.frozen())
            trace = self._mask(bare, level)
            masked = View(trace, known, live=view.live)
            masked.looked = findings(bare, masked)
            if level == "secrets":
                view.looked = masked.looked
            end = time.monotonic()
            with self._lock:
                self._made[level] = _Made(view, masked, end + _REST * (end - start))
            if level == "secrets" and masked.looked:
                self._found(view)
        except StenoError as error:
            with self._lock:
                self._errors[level] = error
        finally:
            with self._lock:
                self._busy.discard(level)


def findings(bare: Trace, masked: View) -> dict[int, int]:
    """How many values of each row were masked."""
    found: dict[int, int] = {}
    for at, (old, new) in enumerate(zip(bare.events, masked.events, strict=True)):
        if old is not new:
            count = sum(1 for _ in entries(_alone(old), _alone(new), {}))
            if count:
                row = masked.index.row_of[at]
                found[row] = found.get(row, 0) + count
    return found


def _alone(event: Event) -> Trace:
    return Trace(header=_NONE, events=(event,))
