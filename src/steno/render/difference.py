"""What a redaction changed, record by record.  Prints nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from steno.base.exact import BadJSON, decode, encode
from steno.render.terminal import visible


def difference(before: bytes, after: bytes, name: str) -> Iterator[str]:
    """The lines of a unified diff, with the values in it; a record that is only spelled otherwise has not changed."""
    old, new = (data.decode("utf-8", "backslashreplace").splitlines() for data in (before, after))
    if len(old) == len(new):
        new = [b if _differ(a, b) else a for a, b in zip(old, new, strict=True)]
    changed = difflib.unified_diff(old, new, name, f"{name} (redacted)", lineterm="", n=0)
    return (visible(line) for line in changed)


def _differ(one: str, two: str) -> bool:
    try:
        return encode(decode(one.encode()).value) != encode(decode(two.encode()).value)
    except (BadJSON, UnicodeError):
        return one != two
