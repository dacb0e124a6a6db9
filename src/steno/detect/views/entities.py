"""Character references of HTML and XML, for characters of ASCII and for those that nobody sees."""

from __future__ import annotations

import re
from functools import cache

from steno.detect.patterns import deferred
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, view

_REFERENCE = deferred(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,12}));")
_UNSEEN = {0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF}


def dereferenced(page: Page) -> View | None:
    if "reference" not in page.shows(SPELLED):
        return None
    return view(page, [edit for match in _REFERENCE().finditer(page.text) if (edit := _edit(match))])


def _edit(match: re.Match[str]) -> Edit | None:
    decimal, hexadecimal, name = match.groups()
    if name:
        text = _named().get(name)
        return None if text is None else Edit(*match.span(), text)
    character = int(decimal) if decimal else int(hexadecimal, 16)
    if character in _UNSEEN:
        return Edit(*match.span(), "")
    return Edit(*match.span(), chr(character)) if 9 <= character < 128 else None


@cache
def _named() -> dict[str, str]:
    """The characters by name; those that nobody sees are nothing."""
    from html.entities import html5  # costs start-up, and few texts name a character

    single = {name[:-1]: text for name, text in html5.items() if name.endswith(";") and len(text) == 1}
    unseen = {name: "" for name, text in single.items() if ord(text) in _UNSEEN}
    return {name: text for name, text in single.items() if text.isascii()} | unseen
