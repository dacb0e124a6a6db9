"""Secrets of Heroku."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC104 heroku-key: A Heroku key or token with a prefix.",
    r"HRKU-[A-Za-z0-9_-]{36,}",
    extent=token,
    source="Heroku, Dev Center, changelog, upcoming change to OAuth token length",
    positives=shown("HEROKU_API_KEY", "HRKU-AA<58>", "HRKU-<uuid>"),
    negatives=unlike("HRKU-", "HRKU-AA<58>", "HRKU-..."),
)
