"""What is said where an event could not be recorded.  Knows no files."""

from __future__ import annotations

from steno.errors import StenoError


class RecordError(StenoError):
    """An event was not recorded, or could not be made safe.  One sentence: what, where, what to do.

    It is raised for an event that a transcript may not hold, for a masker that failed, for a file that cannot be
    opened, written or synced, for a file that another recorder holds, and after `close`.  The cause, where there is
    one (`OSError`, `Invalid`), is its `__cause__`.
    """
