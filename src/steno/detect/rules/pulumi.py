"""Secrets of Pulumi Cloud."""

from steno.detect.declare import auth_token, shown, unlike

RULE = auth_token(
    "SEC128 pulumi-token: A Pulumi Cloud access token.",
    r"pul-[0-9a-f]{40}",
    source="Pulumi, documentation, access tokens",
    positives=shown("PULUMI_ACCESS_TOKEN", "pul-<40 hex>"),
    negatives=unlike("pul-", "pul-<40 hex>", "pul-<32 hex>"),
)
