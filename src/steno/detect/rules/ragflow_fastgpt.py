"""Secrets of RAGFlow and FastGPT."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC070 knowledge-base-key: A key of a self-hosted RAGFlow (`ragflow-`) or FastGPT (`fastgpt-`).",
    r"(?:ragflow|fastgpt)-[A-Za-z0-9_]{40,}",
    extent=token,
    source="RAGFlow, documentation, acquire an API key; FastGPT, documentation, API introduction",
    positives=shown("RAGFLOW_API_KEY", "ragflow-<48>", "fastgpt-<56>"),
    negatives=unlike("ragflow-", "ragflow-<48>", "fastgpt-xxxxxx"),
)
