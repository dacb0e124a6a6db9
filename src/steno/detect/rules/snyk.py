"""Secrets of Snyk."""

from steno.detect.declare import auth_token, token, unlike

RULE = auth_token(
    "SEC124 snyk-token: A Snyk token that says what it is: of a user (`snyk_uat.`) or of a service account"
    " (`snyk_sat.`).",
    r"snyk_[us]at\.[A-Za-z0-9_-]{6,16}\.[A-Za-z0-9_.-]{20,400}",
    anchors="snyk_uat.|snyk_sat.",
    extent=token,
    source="Snyk, source of the application framework, tests of personal access tokens",
    tokens=("snyk_uat.<8 hex>.<60>.<43>", "snyk_sat.<8 hex>.<80>"),
    negatives=unlike("snyk_uat.", "snyk_uat.<8 hex>.<60>", "snyk_sat.token"),
)
