"""What Markdown and HTML put around and between the letters of a word: backticks, stars, tags."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, view

_NAMES = "wbr|b|i|u|s|em|strong|span|code|mark|font|a|tt|kbd|ins|del|sub|sup|td|bdi|bdo|samp|var"
_SIGN = deferred(rf"`{{1,3}}|\*{{2,3}}|~~|</?(?:{_NAMES})(?:[ /][^<>\n]{{0,200}})?>", re.IGNORECASE)
_PLACES = deferred(r"[`*~<]")
_NEXT = deferred(r"[A-Za-z0-9+/_-]")


def unmarked(page: Page) -> View | None:
    edits: list[Edit] = []
    for place in _PLACES().finditer(page.text):
        if not edits or place.start() >= edits[-1].end:
            sign = _SIGN().match(page.text, place.start())
            if sign and _touches(page.text, *sign.span()):
                edits.append(Edit(*sign.span(), ""))
    return view(page, edits)


def _touches(text: str, start: int, end: int) -> bool:
    """Whether it stands at a word: what stands between spaces is an operator, or a fence."""
    return bool(_NEXT().match(text, end) or (start and _NEXT().match(text, start - 1)))
