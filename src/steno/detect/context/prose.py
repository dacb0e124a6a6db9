"""Values that a sentence gives a name: the password is such and such.  English only."""

from __future__ import annotations

import re

from steno.detect.context.extent import CLOSE, QUOTE, Place, Value, value_at

AFTER = (
    rf"{CLOSE}(?: \([^()\n]{{1,30}}\))?(?:"
    rf"(?: (?:for|of|to|on|in|at|that|which|you|we|i)(?: [\w.@/'-]{{1,24}}){{1,4}}?)? "
    rf"(?:is|was|will be|has been|=|to)(?: (?:now|still|currently|changed to|set to))?:?"
    rf"|(?: [\w'-]{{1,16}}){{0,6}}?:)[ \n](?:\*\*)?(?:{QUOTE})?"
)
"""`password for the staging host is `, `key of the staging host: `, and no more words than that."""


def value(match: re.Match[str]) -> tuple[Value, Place] | None:
    found = value_at(match.string, match.end(), match.endpos)
    return (found, Place.VALUE) if found else None
