"""Secrets of Clojars."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC137 clojars-token: A Clojars deploy token.",
    r"CLOJARS_[a-z0-9]{60}",
    extent=token,
    source="Clojars, documentation, deploy tokens",
    positives=shown("CLOJARS_PASSWORD", "CLOJARS_<60 hex>"),
    negatives=unlike("CLOJARS_", "CLOJARS_<60 hex>", "CLOJARS_PASSWORD"),
)
