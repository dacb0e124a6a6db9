"""Base64 of text, in both alphabets, with and without padding, wherever in a longer run it begins."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator

from steno.detect.patterns import deferred
from steno.detect.views.letters import WHOLE
from steno.detect.views.page import Page, Signs
from steno.detect.views.view import Edit, View, view

_LOOK = 1024
"""Where nothing in so many characters is text, the run is an image, a signature, something encrypted."""
_LARGE, _LARGE_LOOK = 65536, 272

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _class(values: Iterator[int]) -> str:
    return "[" + "".join(re.escape(_DIGITS[value]) for value in values) + "]"


# The bits that every character of ASCII text has, seen through base64: a letter, a digit or a sign has 2 to 7 in its
# upper half, a line break or a tab 0.  Of random groups, one in eleven looks so.
_FIRST = _class(value for value in range(64) if value < 4 or 8 <= value < 32)
_SECOND = _class(value for value in range(64) if value % 16 in (0, 2, 3, 4, 5, 6, 7))
_THIRD = _class(value for value in range(64) if value % 4 < 2)
GROUP = f"{_FIRST}{_SECOND}{_THIRD}[A-Za-z0-9+/_-]"
_SIGNS = Signs({"text": f"(?:{GROUP}){{5}}"})
_TEXT = deferred(f"(?:{GROUP}){{5,}}(?:{_FIRST}{_SECOND}{_THIRD}?)?".encode())
_RUN = deferred(rb"[A-Za-z0-9+/_-]{20,}")
_IMAGE = deferred(r"data:image/[a-z0-9.+-]{1,40};base64,\Z")
_PRINTED = bytes(range(32, 127)) + b"\t\n\r\0"
_STANDARD = bytes.maketrans(b"-_", b"+/")


def decoded(page: Page) -> View | None:
    if not page.shows(_SIGNS):
        return None
    return view(page, [edit for run in _RUN().finditer(page.data) for edit in _run(page.text, run)])


def _run(text: str, run: re.Match[bytes]) -> Iterator[Edit]:
    data, (start, end) = run.string, run.span()
    look = _LARGE_LOOK if end - start > _LARGE else _LOOK
    if not _TEXT().search(data, start, min(end, start + look)) or _IMAGE().search(text, max(0, start - 80), start):
        return
    for match in _TEXT().finditer(data, start, end):
        group = match[0].translate(_STANDARD)
        plain = binascii.a2b_base64(group + b"=" * (-len(group) % 4))
        if len(plain.translate(None, _PRINTED)) * 20 > len(plain):
            continue
        stop = match.end()
        while stop < end + 2 and text.startswith("=", stop):
            stop += 1
        # One byte is one character here: secrets are ASCII, and offsets stay simple.
        new = plain.decode("latin-1")
        yield Edit(match.start(), stop, new) if len(group) <= WHOLE else Edit(match.start(), stop, new, 3, 4)
