"""A text that was streamed piece by piece: strings under the same key, record after record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from steno.detect.mask import masked
from steno.detect.patterns import deferred
from steno.detect.views.letters import TOKEN, drawn
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, apart, view

_PAIR = deferred(r'"([A-Za-z_][\w.-]{0,40})" ?: ?"([^"]{1,400})"', re.ASCII)
_DIGIT = deferred(r"[0-9]+")
_FAR = 600
"""The next piece is no further than this."""
_FRAME = 300
_STREAM = 3
"""From so many pieces on, a stream needs no other sign."""


def assembled(page: Page) -> View | None:
    if "pair" not in page.shows(SPELLED):
        return None
    text = page.text
    edits: list[Edit] = []
    for stream in _streams(text):
        for before, after in pairwise(stream):
            if _goes_on(text, before, after, len(stream)):
                edits.append(Edit(before.end(2), after.start(2), ""))
    return view(page, apart(sorted(edits)))


def _streams(text: str) -> Iterator[list[re.Match[str]]]:
    """Values under the same key that follow each other, each record beginning like the one before."""
    open_: dict[str, tuple[str, list[re.Match[str]]]] = {}
    for match in _PAIR().finditer(text):
        at = match.start(2)
        frame = text[text.rfind("{", max(0, at - _FRAME), at) : at]
        key = match[1]
        known = open_.get(key)
        if known and at - known[1][-1].end(2) <= _FAR and _alike(known[0], frame):
            known[1].append(match)
            continue
        if known and len(known[1]) > 1:
            yield known[1]
        open_[key] = frame, [match]
    yield from (stream for _, stream in open_.values() if len(stream) > 1)


def _alike(one: str, other: str) -> bool:
    return bool(one) and (one == other or _DIGIT().sub("0", one) == _DIGIT().sub("0", other))


def _goes_on(text: str, before: re.Match[str], after: re.Match[str], pieces: int) -> bool:
    """Whether a word may go on from one piece to the next.  Values that begin alike are a list, not a stream."""
    head, tail = before[2], after[2]
    if head[-1] not in TOKEN or tail[0] not in TOKEN or (len(tail) > 3 and head.startswith(tail[:4])):
        return False
    word = tail[: len(tail) - len(tail.lstrip(TOKEN))]
    last = head[len(head.rstrip(TOKEN)) :]
    # A model's next word begins with its space: a word that does not goes on with the last one.
    cut = drawn(word) or (drawn(last) and word == tail.strip())
    return (pieces >= _STREAM or cut) and not masked(text[before.end(2) : after.start(2)])
