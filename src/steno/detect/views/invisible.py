"""Characters that nobody sees, and wide forms that look like others."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, view

_UNSEEN = "\0\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
_ODD = deferred(f"([{_UNSEEN}]+)|[\uff01-\uff5e]+")
_ODD_BYTES = deferred(
    rb"\x00|\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xa9]"
    rb"|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\xef[\xbc\xbd]"
)
_ASCII = bytes(range(1, 128))
_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)}


def seen(page: Page) -> View | None:
    if page.text.isascii():
        if "\0" not in page.text:
            return None
    # Nearly all of a text is ASCII: what is left without it is short.
    elif not _ODD_BYTES().search(page.text.encode("utf-8", "surrogatepass").translate(None, _ASCII)):
        return None
    return view(page, [_edit(match) for match in _ODD().finditer(page.text)])


def _edit(match: re.Match[str]) -> Edit:
    if match[1]:
        return Edit(*match.span(), "")
    return Edit(*match.span(), match[0].translate(_WIDE), 1, 1)
