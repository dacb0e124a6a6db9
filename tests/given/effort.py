"""How hard the tests search: `make test` a part, `make test-full` all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

FULL = bool(os.environ.get("STENO_TEST_FULL"))
"""Set by `make test-full`: every example, every session of the corpus, every kill."""


def examples(count: int) -> int:
    """How many examples a property is tried on: `count` where all is tried, else a third, the same each time."""
    return count if FULL else -(-count // 3)


def share(things: Sequence[T], of: str = "") -> Sequence[T]:
    """All of the things where all is tried, else every third of them.

    Which third depends on what they are tried `of`, so that among many each thing is tried, and a failure comes again.
    """
    return things if FULL else things[crc32(of.encode()) % 3 :: 3]
