"""Secrets of Contentful."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC204 contentful-token: A Contentful personal access token.",
    r"CFPAT-[A-Za-z0-9_-]{40,}",
    source="Contentful, documentation, personal access tokens",
    tokens="CFPAT-<43>",
    negatives=("CFPAT-token", "CFPAT-<12>", "CFPAT-<43 x>"),
)
