"""Secrets of Airtable."""

from steno.detect.declare import auth_token
from steno.detect.rule import ALNUM

_COMMON = "hticesrulo"
"""The letters that follow `pat` in words (path, patterns, patch, patient): no sign that a token is encoded there."""

RULE = auth_token(
    "SEC186 airtable-token: An Airtable personal access token.",
    r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    anchors=tuple("pat" + letter for letter in ALNUM if letter not in _COMMON),
    gates=(r"pat[A-Za-z0-9]{14}\.[0-9a-f]{4}",),
    source="Observed: in use; not compared with Airtable, developer documentation, personal access tokens",
    tokens=("patA<13>.<64 hex>", "pat7<13>.<64 hex>"),
    negatives=("patA<13>", "patX.json", "patA<13>.<64 0>"),
)
