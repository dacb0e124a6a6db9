"""Secrets of LinkedIn."""

from steno.detect.declare import secret

RULE = secret(
    "SEC183 linkedin-client-secret: The secret of an application at LinkedIn.",
    r"WPL_AP[01]\.[A-Za-z0-9]{14,18}\.[A-Za-z0-9+/]{4,12}={0,2}",
    anchors="WPL_AP0.|WPL_AP1.",
    extent=lambda match: match.span() if len(set(match[0][8:22])) > 4 else None,
    source="Observed: in use; not compared with LinkedIn, developer portal, client credentials",
    tokens=("WPL_AP1.<16>.qWeRtY==", "WPL_AP0.<16>.MTIzNDU2"),
    negatives=("WPL_AP1.", "WPL_AP1.<16>", "WPL_AP1.<16 x>.xxxxxx=="),
)
