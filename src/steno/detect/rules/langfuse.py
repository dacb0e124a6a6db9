"""Secrets of Langfuse."""

from steno.detect.declare import UUID, api_key, unlike

RULE = api_key(
    "SEC057 langfuse-secret-key: A Langfuse secret key. Its public key (`pk-lf-`) is not secret.",
    "sk-lf-" + UUID,
    source="Langfuse, documentation, API and SDK credentials",
    tokens="sk-lf-<uuid>",
    negatives=unlike("sk-lf-", "sk-lf-<uuid>", "pk-lf-<uuid>"),
)
