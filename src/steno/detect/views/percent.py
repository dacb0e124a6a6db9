"""Percent-encoding of URLs, for characters of ASCII."""

from __future__ import annotations

from steno.detect.patterns import deferred
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, view

_ENCODED = deferred(r"%(?:[2-7][0-9A-Fa-f]|0[9AaDd])")


def unquoted(page: Page) -> View | None:
    if "percent" not in page.shows(SPELLED):
        return None
    return view(page, [Edit(*each.span(), chr(int(each[0][1:], 16))) for each in _ENCODED().finditer(page.text)])
