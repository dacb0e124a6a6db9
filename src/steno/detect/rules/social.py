"""Tokens of social networks: Meta, X, LinkedIn and Pinterest."""

from __future__ import annotations

import re

from steno.detect.judge import drawn
from steno.detect.rule import ALNUM, detector, fake
from steno.detect.rules.bounds import apart
from steno.detect.rules.forms import mixed, shown

_ZEROS = "A" * 19
"""The high bits of a number of 128 bits or more, as base64."""
_BASE64 = frozenset(ALNUM + "+/=")


def _graph(match: re.Match[str]) -> tuple[int, int] | None:
    """Not base64 that goes on after its first `+`, `/` or `=`."""
    after = match.string[match.end() : match.end() + 1]
    return None if after and after in "+/=" else mixed(match)


def _after_mark(match: re.Match[str]) -> tuple[int, int] | None:
    """Without the mark before it, by which the anchor stands once where there is a long run of the same letter."""
    if match.end() < match.endpos and match.string[match.end()] in _BASE64:
        return None
    return (match.start() + 1, match.end()) if drawn(match[0][-60:]) else None


RULES = (
    detector(
        "SEC180",
        "facebook-token",
        "An access token of Meta's Graph API: Facebook, WhatsApp Business, advertising.",
        type="auth_token",
        anchors=("EAA",),
        pattern=r"EAA[A-Za-z0-9]{90,}",
        extent=_graph,
        before=apart,
        source="Observed: in use; not compared with Meta for Developers, documentation, access tokens",
        positives=shown(
            "FACEBOOK_TOKEN", "EAA" + "C" + fake(180) + "ZDZD", "EAA" + "G" + fake(150), "EAA" + "M" + fake(110) + "ZD"
        ),
        negatives=("EAA" + fake(40), "EAA" + "x" * 200, "iVBOR/EAA" + fake(200), "EAA" + fake(120) + "/" + fake(90)),
    ),
    detector(
        "SEC181",
        "instagram-token",
        "An access token of Instagram (`IGQ`, `IGAA`) or Threads (`THQ`, `THAA`).",
        type="auth_token",
        anchors=("IGQV", "IGQW", "IGAA", "THQV", "THQW", "THAA"),
        pattern=r"(?:IG|TH)(?:Q[VW]|AA)[A-Za-z0-9_-]{90,}",
        extent=mixed,
        before=apart,
        source="Observed: in use; not compared with Meta for Developers, documentation, Instagram and Threads",
        positives=shown("INSTAGRAM_TOKEN", "IGQV" + "J" + fake(150), "IGAA" + fake(160) + "ZD", "THAA" + fake(160)),
        negatives=("IGQV" + fake(20), "IGAA" + "x" * 150, "a/IGAA" + fake(150)),
    ),
    detector(
        "SEC182",
        "twitter-bearer-token",
        "A bearer token of an application at X (Twitter).",
        type="auth_token",
        anchors=tuple(mark + _ZEROS for mark in ("=", '"', "'", " ", ":", "`", "\n", "n", ">", "\t")),
        pattern=r"[^A]A{19,24}[A-Za-z0-9%]{60,160}",
        extent=_after_mark,
        glued=True,
        source="Observed: in use; not compared with X, developer documentation, OAuth 2.0 bearer tokens",
        positives=shown(
            "TWITTER_BEARER_TOKEN",
            "A" * 22 + "bCdEwAAAAA" + fake(26) + "%3D" + fake(50),
            "A" * 21 + "M" + fake(5) + "AAAAAAA0%2B" + fake(20) + "%3D" + fake(50),
            "A" * 22 + fake(90),
        ),
        negatives=(" " + "A" * 200, "'" + "A" * 19 + "'", "=" + "A" * 22 + "x" * 80, "/" + "A" * 22 + fake(90)),
    ),
    detector(
        "SEC183",
        "linkedin-client-secret",
        "The secret of an application at LinkedIn.",
        type="secret",
        anchors=("WPL_AP0.", "WPL_AP1."),
        pattern=r"WPL_AP[01]\.[A-Za-z0-9]{14,18}\.[A-Za-z0-9+/]{4,12}={0,2}",
        extent=lambda match: match.span() if len(set(match[0][8:22])) > 4 else None,
        source="Observed: in use; not compared with LinkedIn, developer portal, client credentials",
        positives=shown(
            "LINKEDIN_CLIENT_SECRET", "WPL_AP1." + fake(16) + ".qW" + "eRtY==", "WPL_AP0." + fake(16) + ".MTIz" + "NDU2"
        ),
        negatives=("WPL_AP1.", "WPL_AP1." + fake(16), "WPL_AP1." + "x" * 16 + ".xxxxxx=="),
    ),
    detector(
        "SEC184",
        "pinterest-token",
        "An access token of Pinterest.",
        type="auth_token",
        anchors=("pina_",),
        pattern=r"pina_[A-Za-z0-9]{32,}",
        extent=mixed,
        source="Pinterest, developer documentation, authentication",
        positives=shown("PINTEREST_TOKEN", "pina_" + fake(83), "pina_" + fake(64)),
        negatives=("pina_colada", "pina_" + "x" * 80, "propina_" + fake(80)),
    ),
)
