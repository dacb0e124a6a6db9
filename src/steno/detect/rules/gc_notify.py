"""Secrets of GC Notify."""

from steno.detect.declare import UUID, api_key, token

RULE = api_key(
    "SEC437 gc-notify-key: A GC Notify key: the name that its owner gave it, a service and a secret, both"
    " of them UUIDs.",
    "gcntfy-" + f"[A-Za-z0-9_-]{{1,128}}-{UUID}-{UUID}",
    extent=token,
    source="Canadian Digital Service, source of the GC Notify API, API key prefix",
    tokens="gcntfy-acme_alerts-<uuid>-<uuid 1>",
)
