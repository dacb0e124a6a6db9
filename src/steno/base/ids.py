"""Names and tags made from other values: deterministic, or from randomness handed in."""

from __future__ import annotations

import os
from collections.abc import Callable

Randomness = Callable[[int], bytes]
"""Returns that many random bytes."""

system_randomness: Randomness = os.urandom


def sha256(data: bytes | memoryview) -> str:
    import hashlib  # costs start-up, and some runs name nothing

    return hashlib.sha256(data).hexdigest()


def tag(key: bytes, kind: str, value: str, digits: int = 8) -> str:
    """A short keyed hash of a value: equal values of one kind get equal tags under one key, and nobody without the
    key can confirm a guess."""
    import hashlib
    import hmac  # costs start-up, and many runs mask nothing

    message = kind.encode() + b"\0" + value.encode("utf-8", "surrogatepass")
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:digits]
