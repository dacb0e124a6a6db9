"""Text of which each character stands for one byte of UTF-8: read as what its bytes spell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.detect.patterns import deferred
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, view

_SEQUENCES = deferred(r"[\x80-\xff]+")


def spelled(page: Page) -> View | None:
    if page.text.isascii():
        return None
    return view(page, [edit for match in _SEQUENCES().finditer(page.text) for edit in _edits(match)])


def _edits(match: re.Match[str]) -> Iterator[Edit]:
    """One edit for each character; bytes that are none stay."""
    start = match.start()
    for character in match[0].encode("latin-1").decode("utf-8", "surrogateescape"):
        if "\udc80" <= character <= "\udcff":
            start += 1
            continue
        end = start + len(character.encode())
        yield Edit(start, end, character)
        start = end
