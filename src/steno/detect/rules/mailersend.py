"""Secrets of MailerSend."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC215 mailersend-token: A MailerSend API token.",
    r"mlsn\.[0-9a-f]{64}",
    source="MailerSend, developer documentation, authentication",
    tokens="mlsn.<64 hex>",
    negatives=("mlsn.<20 hex>", "mlsn.token", "mlsn.<64 0>"),
)
