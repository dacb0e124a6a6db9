"""A text that a program puts together step by step: `A=abc; A+=def`, `s .= "def"`, `A="${A}def"`."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.views.letters import TOKEN_CLASS
from steno.detect.views.page import Page
from steno.detect.views.view import Edit, View, apart, view

_FAR = 400
"""How far before it the step before may stand."""
_LONGEST = 64
_Q = r"\\{0,8}[\"'`]"
_SIGN = deferred(rf"[+.]=[ \t]{{0,4}}(?:{_Q})?(?={TOKEN_CLASS})|=\"?\$\{{?(\w{{1,60}})\}}?\"?(?={TOKEN_CLASS})")
_SIGNS = ("+=", ".=", "=$", '="$')
_NAME = deferred(r"\w+[ \t]{0,4}\Z")
_VALUE = deferred(rf"[ \t]{{0,4}}[+.:]?=[ \t]{{0,4}}(?:{_Q})?[^\s\"'`;]{{1,300}}")


def appended(page: Page) -> View | None:
    if not any(sign in page.text for sign in _SIGNS):
        return None
    return view(page, apart([edit for sign in _SIGN().finditer(page.text) if (edit := _edit(page.text, sign))]))


def _edit(text: str, sign: re.Match[str]) -> Edit | None:
    """From where the last value of the same name ends to where this one begins."""
    name = _NAME().search(text, max(0, sign.start() - _LONGEST), sign.start())
    if name is None or (sign[1] and sign[1] != name[0].strip()):
        return None
    said = name[0].strip()
    value, before = None, name.start()
    while value is None and (before := text.rfind(said, max(0, name.start() - _FAR), before)) >= 0:
        if not (before and (text[before - 1].isalnum() or text[before - 1] in "_$")):
            value = _VALUE().match(text, before + len(said), name.start())
    return Edit(value.end(), sign.end(), "") if value else None
