"""Ways to judge a match that many detectors share: what of it is the value, and whether the value is one."""

from __future__ import annotations

import base64
import binascii
import re

from steno.detect.placeholder import placeholder

SEP = r"[\"'\\]{0,8}\s{0,4}(?:=>|:=|[:=])\s{0,4}[\"'\\]{0,8}"
"""Between a name and its value, in any language, quoted and escaped or not."""

_MIXED = re.compile(r"[A-Za-z][0-9]|[0-9][A-Za-z]")

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


def drawn(text: str) -> bool:
    """Whether letters and digits mix in it, and enough different ones for a generator to have made it."""
    return len(text) >= 16 and len(set(text)) >= min(10, len(text) // 2) and _MIXED.search(text) is not None


def decoded(text: str) -> bytes | None:
    """What base64 of either alphabet says, padded or not, or None where it is none."""
    text = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
