"""Keeps equal values once: most records leave the same behind, when their events have taken what they hold."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw

from steno.base.exact import JSON

_encode = msgspec.json.Encoder(enc_hook={UNSET: Raw(b"~")}.__getitem__).encode
"""As JSON, which tells 1 from 1.0, with a sign for a hole that stands in no JSON."""
_LONG, _MANY = 4000, 500


class Once:
    """Gives back what it was given before, where it is the same: one object, which nobody changes.

    Remembers some of the short ones, so that it costs no more memory the longer the file is.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, JSON] = {}

    def __call__(self, value: JSON) -> JSON:
        try:
            spelled = _encode(value)
        except (UnicodeEncodeError, OverflowError, RecursionError):
            return value  # it has no such spelling
        found = self._known.get(spelled)
        if found is not None:
            return found
        if len(spelled) < _LONG:
            if len(self._known) == _MANY:
                self._known.clear()
            self._known[spelled] = value
        return value
