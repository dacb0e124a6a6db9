"""Quoted-printable, as mail is encoded: `=3D` for a character, `=` at the end of a line for none."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, view

_ENCODED = deferred(r"=(?:[2-7][0-9A-F]|\r?\n(?![A-Za-z_][\w.-]{0,60}[ \t]?=(?![0-9A-F]{2})[ \t]?[^=\s]))")
"""No sign of equality stands for itself in such a text: base64 before a line that sets a name is not encoded so."""


def unprinted(page: Page) -> View | None:
    # A soft break inside a word is what tells such a text from others.
    if "soft break" not in page.shows(SPELLED):
        return None
    return view(page, [_edit(match) for match in _ENCODED().finditer(page.text)])


def _edit(match: re.Match[str]) -> Edit:
    return Edit(*match.span(), "" if match[0].endswith("\n") else chr(int(match[0][1:], 16)))
