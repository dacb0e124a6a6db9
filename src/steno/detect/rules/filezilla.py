"""Secrets of FileZilla."""

import re

from steno.detect.declare import password
from steno.detect.judge import decoded


def _readable(match: re.Match[str]) -> tuple[int, int] | None:
    """The group `v`, where base64 says a password in it."""
    plain = decoded(match["v"])
    return match.span("v") if plain and plain.isascii() else None


RULE = password(
    "SEC430 filezilla-password: A password in a site list of FileZilla, which is base64 and not encrypted.",
    r"<Pass encoding=\\{0,7}\"base64\\{0,7}\">(?P<v>[A-Za-z0-9+/]{4,512}={0,2})",
    extent=_readable,
    source="FileZilla, wiki, sitemanager.xml",
    positives=tuple(
        before + '<Pass encoding="base64">' + coded + "</Pass>"
        for before, coded in (("", "S2VzdHJlbDQx"), ("<Server>", "VmV4aW5nODgh"), ("\n  ", "cTdSd18yeDk="))
    ),
    negatives=(
        '<Pass encoding="base64"></Pass>',
        '<Pass encoding="crypt">S2VzdHJlbDQx</Pass>',
        "<Pass>S2VzdHJlbDQx</Pass>",
    ),
)
