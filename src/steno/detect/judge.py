"""Ways to judge a match that many detectors share: what of it is the value, and whether the value is one."""

from __future__ import annotations

import base64
import binascii
import re

from steno.detect.context.values import odd, wordy
from steno.detect.patterns import deferred
from steno.detect.placeholder import placeholder
from steno.detect.rule import crc32_base62

SEP = r"[\"'\\]{0,8}\s{0,4}(?:=>|:=|[:=])\s{0,4}[\"'\\]{0,8}"
"""Between a name and its value, in any language, quoted and escaped or not."""

_MIXED = deferred(r"[A-Za-z][0-9]|[0-9][A-Za-z]")

TEXT = r"[^\s\"'`\\<>]"
"""A character of a value that nothing quotes."""


def value(match: re.Match[str]) -> tuple[int, int] | None:
    """The group `v`, unless it stands for a value.  A full stop or comma after it belongs to the sentence."""
    found = match["v"].rstrip(".,;")
    return None if placeholder(found) else (match.start("v"), match.start("v") + len(found))


def opaque(match: re.Match[str]) -> tuple[int, int] | None:
    """The group `v`, where it looks drawn at random."""
    span = value(match)
    return span if span and drawn(match.string[slice(*span)]) else None


def token(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where it looks drawn at random."""
    return match.span() if drawn(match[0]) and not placeholder(match[0]) else None


def mixed(match: re.Match[str]) -> tuple[int, int] | None:
    """As `token`, and with capitals and small letters near its end: for beginnings that words and names have too."""
    body = match[0][-20:]
    return token(match) if body.lower() != body != body.upper() else None


def tail(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where its end looks drawn at random: for beginnings that are long and varied."""
    return match.span() if drawn(match[0].rstrip("=")[-32:]) else None


def checksummed(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where its last six characters are the checksum of the thirty before.

    With another end it was cut, mistyped or made by a server of one's own, and is no dummy for that: it counts where it
    stands by itself and neither counts upwards nor says that it stands for another.
    """
    body = match[0][-36:]
    if crc32_base62(body[:30]) == body[30:]:
        return match.span()
    text, (start, end) = match.string, match.span()
    alone = not (_GOES_ON().match(text, end) or (start and _GOES_ON().match(text, start - 1)))
    real = drawn(body) and not wordy(body) and not placeholder(body.lower())
    return match.span() if alone and real else None


_GOES_ON = deferred(r"[A-Za-z0-9_]", re.ASCII)


def drawn(text: str) -> bool:
    """Whether a generator may have made it: enough different characters, and letters that mix with digits or that no
    language puts side by side."""
    if len(text) < 16 or len(set(text)) < min(10, len(text) // 2):
        return False
    return _MIXED().search(text) is not None or (text.isascii() and odd(text))


def decoded(text: str) -> bytes | None:
    """What base64 of either alphabet says, padded or not, or None where it is none."""
    text = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


_JOINS = ("_", "-", ".", "/", "+")


def apart(before: str) -> bool:
    """Whether a token stands by itself, and is not the end of a longer name, of a path or of base64."""
    return not before.endswith(_JOINS)
