"""Secrets of Tailscale."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC029 tailscale-key: A Tailscale key: for machines, the API, OAuth clients, webhooks or SCIM.",
    r"tskey-[a-z]{3,10}-[A-Za-z0-9]{10,}(?:-[A-Za-z0-9]{16,})?",
    source="Tailscale, documentation, key prefixes",
    positives=("tailscale up --authkey tskey-auth-<17>-<32>", "TS_KEY=tskey-api-<17>-<32>", "'tskey-client-<17>-<32>'"),
    negatives=("tskey-auth-", "tskey-auth-<30 x>", "tskey-<6>"),
)
