"""Character references of HTML and XML, for characters of ASCII."""

from __future__ import annotations

import re
from html.entities import html5

from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, view

_REFERENCE = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,12}));")
_NAMED = {name[:-1]: text for name, text in html5.items() if name.endswith(";") and len(text) == 1 and text.isascii()}


def dereferenced(page: Page) -> View | None:
    if "reference" not in page.shows(SPELLED):
        return None
    return view(page, [edit for match in _REFERENCE.finditer(page.text) if (edit := _edit(match))])


def _edit(match: re.Match[str]) -> Edit | None:
    decimal, hexadecimal, name = match.groups()
    if name:
        return Edit(*match.span(), _NAMED[name]) if name in _NAMED else None
    character = int(decimal) if decimal else int(hexadecimal, 16)
    return Edit(*match.span(), chr(character)) if 9 <= character < 128 else None
