"""Secrets of Harness."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC121 harness-token: A Harness token, personal (`pat.`) or of a service account (`sat.`).",
    r"[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}",
    anchors="pat.|sat.",
    extent=token,
    source="Harness, documentation, manage API keys",
    positives=shown("HARNESS_API_KEY", "pat.<22>.<24 hex>.<20>", "sat.<22>.<24 hex>.<20>"),
    negatives=unlike("pat.", "pat.<22>.<24 hex>.<20>", "pat.match.group.name"),
)
