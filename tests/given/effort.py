"""How hard the tests search: `make test` a part, `make test-full` all of it."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("STENO_TEST_FULL"))
"""Set by `make test-full`: every example, every session of the corpus, every kill."""


def examples(count: int) -> int:
    """How many examples a property is tried on: `count` where all is tried, else a third.  Each run draws new ones."""
    return count if FULL else -(-count // 3)
