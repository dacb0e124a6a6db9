"""Regular expressions that are compiled when they are first needed.  Knows none of them.

Compiling one takes a tenth of a millisecond and more; Steno knows hundreds, and a command needs a few.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import AnyStr


def deferred(expression: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """A function that gives the compiled expression, always the same one."""
    made: re.Pattern[AnyStr] | None = None

    def compiled() -> re.Pattern[AnyStr]:  # `cache` gives as much, and takes ten times as long to be made
        nonlocal made
        if made is None:
            made = re.compile(expression, flags)
        return made

    return compiled
