"""Makes characters visible that a reader would obey, reorder or not see."""

from __future__ import annotations

import re

from steno.base.patterns import deferred

_HOSTILE = deferred(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but newline and tab, DEL, C1
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"  # soft hyphen and other format characters
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # zero width, separators, bidi
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f"  # tags
    "\ud800-\udfff"  # lone surrogates: no terminal can print them
    "]"
)


def visible(text: str) -> str:
    """The text with everything a terminal would obey, reorder or hide shown as a mark; newline and tab stay."""
    # No hostile character is printable: most texts are known to hold none before the pattern is so much as compiled.
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _HOSTILE().sub(_mark, text)


def _mark(found: re.Match[str]) -> str:
    point = ord(found.group())
    if point < 0x20:
        return chr(0x2400 + point)
    return "\u2421" if point == 0x7F else f"<U+{point:04X}>"
