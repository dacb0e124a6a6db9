"""Secrets of Apify."""

from steno.detect.declare import api_key, token, unlike

RULE = api_key(
    "SEC073 apify-token: An Apify token.",
    r"apify_api_[A-Za-z0-9]{34,}",
    extent=token,
    source="Apify, API documentation, authentication",
    tokens="apify_api_<36>",
    negatives=unlike("apify_api_", "apify_api_<36>", "apify_api_client"),
)
