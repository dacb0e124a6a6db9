"""Secrets of DataStax Astra DB."""

from steno.detect.declare import around, auth_token

RULE = auth_token(
    "SEC258 astra-db-token: A DataStax Astra DB application token.",
    r"AstraCS:[A-Za-z]{24}:[0-9a-f]{64}",
    source="DataStax, Astra DB documentation, manage tokens",
    positives=around("AstraCS:<24 a-zA-Z>:<64 hex>", "ASTRA_DB_APPLICATION_TOKEN={}", "Bearer {}", "'{}"),
    negatives=("AstraCS:...", "AstraCS:<24 a-zA-Z>", "AstraCS:<24 a>:<64 0>"),
)
