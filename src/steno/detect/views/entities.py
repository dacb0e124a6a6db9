"""Character references of HTML and XML, for characters of ASCII and for those that nobody sees."""

from __future__ import annotations

import re
from html.entities import html5

from steno.base.patterns import deferred
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, view

_REFERENCE = deferred(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,12}));")
_UNSEEN = {0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF}
_NAMED = {
    name[:-1]: text for name, text in html5.items() if name.endswith(";") and len(text) == 1 and text.isascii()
} | {name[:-1]: "" for name, text in html5.items() if name.endswith(";") and len(text) == 1 and ord(text) in _UNSEEN}


def dereferenced(page: Page) -> View | None:
    if "reference" not in page.shows(SPELLED):
        return None
    return view(page, [edit for match in _REFERENCE().finditer(page.text) if (edit := _edit(match))])


def _edit(match: re.Match[str]) -> Edit | None:
    decimal, hexadecimal, name = match.groups()
    if name:
        return Edit(*match.span(), _NAMED[name]) if name in _NAMED else None
    character = int(decimal) if decimal else int(hexadecimal, 16)
    if character in _UNSEEN:
        return Edit(*match.span(), "")
    return Edit(*match.span(), chr(character)) if 9 <= character < 128 else None
