"""String literals that a program puts together: `"abc" + "def"`, `'abc' . 'def'`, one below the other."""

from __future__ import annotations

import re

from steno.detect.views.letters import TOKEN, TOKEN_CLASS, drawn
from steno.detect.views.page import Page, Signs
from steno.detect.views.view import Edit, View, view

_QUOTES = "\"'`"
_OPERATOR = r"(?:\+|\.\.?|&|~|\|\||<>|<<)"
_END, _BEGIN = f"{TOKEN_CLASS}[{_QUOTES}]", rf"\w?[{_QUOTES}]{TOKEN_CLASS}"
_SIGNS = Signs(
    {
        "plus": rf"{_END}\s*(?:\\\s*)?{_OPERATOR}\s*[0-9]{{0,6}}[^0-9\w]{{0,3}}\s*{_BEGIN}",
        "beside": rf"{_END}[\s\\]{{1,80}}{_BEGIN}[A-Za-z+/_=-]{{0,14}}[0-9]",
    },
    places=True,
)
_FAR = 250
"""How much may stand between two literals."""
_GUTTER = r"(?:\\?\r?\n[ \t]{0,80}(?:[0-9]{1,6}[→:|\t][ \t]{0,80})?(?:[+-][ \t]{0,80})?)?"
_JOINT = re.compile(
    rf"[{_QUOTES}][ \t]{{0,80}}{_GUTTER}({_OPERATOR}?)[ \t]{{0,80}}{_GUTTER}[fFbBrRuUL]?[{_QUOTES}]"
    rf"({TOKEN_CLASS}{{1,48}})"
)


def concatenated(page: Page) -> View | None:
    """Two literals are one where a token would go on from the first to the second."""
    signs = page.shows(_SIGNS)
    if not signs:
        return None
    places = {end - 1 for end in signs.get("plus", ())}
    places.update(
        max(page.text.rfind(quote, max(0, end - 18), end) for quote in _QUOTES) + 1 for end in signs.get("beside", ())
    )
    edits: list[Edit] = []
    for place in sorted(places):
        done = edits[-1].end if edits else 0
        if edit := _joint(page.text, max(done, place - _FAR), place):
            edits.append(edit)
    return view(page, edits)


def _joint(text: str, start: int, place: int) -> Edit | None:
    """What stands between two literals of which the second begins at a place."""
    for match in _JOINT.finditer(text, start, place + 48):
        if match.start(2) >= place:
            token = match.start() > start and text[match.start() - 1] in TOKEN and match.start(2) == place
            return Edit(match.start(), place, "") if token and (match[1] or drawn(match[2])) else None
    return None
