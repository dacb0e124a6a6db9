"""Regular expressions that are compiled when they are first needed.  Knows none of them.

Compiling one takes a tenth of a millisecond and more; Steno knows hundreds, and a command needs a few.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import AnyStr


def deferred(expression: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """A function that gives the compiled expression, always the same one."""
    return cache(partial(re.compile, expression, flags))
