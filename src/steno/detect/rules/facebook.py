"""Secrets of Meta's Graph API: Facebook, WhatsApp Business, advertising."""

import re

from steno.detect.declare import apart, auth_token, mixed


def _graph(match: re.Match[str]) -> tuple[int, int] | None:
    """Not base64 that goes on after its first `+`, `/` or `=`."""
    after = match.string[match.end() : match.end() + 1]
    return None if after and after in "+/=" else mixed(match)


RULE = auth_token(
    "SEC180 facebook-token: A Meta Graph API access token: Facebook, WhatsApp Business, advertising.",
    r"EAA[A-Za-z0-9]{90,}",
    before=apart,
    extent=_graph,
    source="Observed: in use; not compared with Meta for Developers, documentation, access tokens",
    tokens=("EAAC<180>ZDZD", "EAAG<150>", "EAAM<110>ZD"),
    negatives=("EAA<40>", "EAA<200 x>", "iVBOR/EAA<200>", "EAA<120>/<90>"),
)
