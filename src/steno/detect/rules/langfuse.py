"""Secrets of Langfuse."""

from steno.detect.declare import UUID, api_key, unlike

RULE = api_key(
    "SEC057 langfuse-secret-key: A secret key of Langfuse. Its public key (`pk-lf-`) is none.",
    "sk-lf-" + UUID,
    source="Langfuse, documentation, API and SDK credentials",
    tokens="sk-lf-<uuid>",
    negatives=unlike("sk-lf-", "sk-lf-<uuid>", "pk-lf-<uuid>"),
)
