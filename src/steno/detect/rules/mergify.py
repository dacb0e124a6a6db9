"""Secrets of Mergify."""

from steno.detect.declare import api_key, tail

RULE = api_key(
    "SEC362 mergify-key: A key of an application at Mergify.",
    "mergify_application_key_[A-Za-z0-9_-]{40,}",
    extent=tail,
    tokens="mergify_application_key_<64>",
)
