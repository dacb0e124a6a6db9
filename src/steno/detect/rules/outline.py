"""Secrets of Outline."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC197 outline-key: An API key of the wiki Outline.",
    r"ol_api_[A-Za-z0-9]{38}",
    extent=mixed,
    source="Outline, developer documentation, authentication",
    tokens="ol_api_<38>",
    negatives=("control_api_<38>", "ol_api_key", "ol_api_<38 x>"),
)
