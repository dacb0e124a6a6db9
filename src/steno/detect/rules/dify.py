"""Secrets of Dify."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC068 dify-key: A Dify key, for an app (`app-`) or for its knowledge (`dataset-`).",
    r"(?:app|dataset)-[A-Za-z0-9]{24}",
    extent=mixed,
    source="Dify, documentation, develop with APIs",
    positives=shown("DIFY_API_KEY", "app-<24>", "dataset-<24>"),
    negatives=unlike("app-", "app-<24>", "app-7d9f8b6c5d-x2x4z", "dataset-20240101", "app-<24 hex>"),
)
