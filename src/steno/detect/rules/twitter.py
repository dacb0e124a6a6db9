"""Secrets of X, once Twitter."""

import re

from steno.detect.declare import auth_token
from steno.detect.judge import drawn
from steno.detect.rule import ALNUM

_ZEROS = "A" * 19
"""The high bits of a number of 128 bits or more, as base64."""
_BASE64 = frozenset(ALNUM + "+/=")


def _after_mark(match: re.Match[str]) -> tuple[int, int] | None:
    """Without the mark before it, by which the anchor stands once where there is a long run of the same letter."""
    if match.end() < match.endpos and match.string[match.end()] in _BASE64:
        return None
    return (match.start() + 1, match.end()) if drawn(match[0][-60:]) else None


RULE = auth_token(
    "SEC182 twitter-bearer-token: A bearer token of an application at X (Twitter).",
    r"[^A]A{19,24}[A-Za-z0-9%]{60,160}",
    anchors=tuple(mark + _ZEROS for mark in ("=", '"', "'", " ", ":", "`", "\n", "n", ">", "\t")),
    inside_words=True,
    extent=_after_mark,
    source="Observed: in use; not compared with X, developer documentation, OAuth 2.0 bearer tokens",
    tokens=("<22 A>bCdEwAAAAA<26>%3D<50>", "<21 A>M<5>AAAAAAA0%2B<20>%3D<50>", "<22 A><90>"),
    negatives=(" <200 A>", "'<19 A>'", "=<22 A><80 x>", "/<22 A><90>"),
)
