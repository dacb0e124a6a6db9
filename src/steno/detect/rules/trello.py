"""Secrets of Trello."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC188 trello-token: A Trello token.",
    r"ATTA[0-9a-f]{64}[0-9A-F]{8}",
    source="Observed: in use; not compared with Atlassian, Trello REST API documentation, authorization",
    tokens="ATTA<64 hex><8 0-9A-F>",
    negatives=("ATTACHMENT", "ATTA<64 hex>", "ATTA<72 0>"),
)
