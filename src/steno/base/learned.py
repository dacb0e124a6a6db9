"""Types as msgspec may be given them, by any thread.  Decodes nothing.

msgspec learns what a struct looks like when it first meets it.  Where two threads meet one at the same time, the second
finds it half learned, and the process ends with a segmentation fault (seen with 0.22).  A decoder that is made when its
module is imported has learned its type; a type that is named in a call goes through `learned`.
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

import msgspec

T = TypeVar("T")
_learned: set[object] = set()
_lock = Lock()


def learned(kind: T) -> T:
    """The type itself, known to msgspec from now on."""
    if kind not in _learned:
        with _lock:
            msgspec.json.Decoder(kind)
            _learned.add(kind)
    return kind
