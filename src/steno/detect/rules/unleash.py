"""Secrets of Unleash."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC237 unleash-token: An Unleash token: a project, an environment and a hash.",
    r"(?:\*|\[\]|[A-Za-z0-9_-]{1,80}):(?:\*|production|development|staging|default)\.[0-9a-f]{48,64}",
    anchors=":production.|:development.|:staging.|:default.|:*.",
    lead_in=r"(?:\*|\]\[|[A-Za-z0-9_-]{1,80})",
    source="Unleash, documentation, API tokens and client keys",
    tokens=("default:production.<56 hex>", "*:development.<56 hex>", "[]:staging.<64 hex>", "*:*.<56 hex>"),
    negatives=("default:production.yaml", "*:development.<56 0>", "env:staging.<12 hex>"),
)
