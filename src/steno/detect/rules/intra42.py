"""Secrets of the API of the school 42."""

from steno.detect.declare import secret, token

RULE = secret(
    "SEC357 intra42-secret: The secret of an application at the API of the school 42.",
    "(?:s-s4t2ud-|s-s4t2af-)[0-9a-f]{64}",
    extent=token,
    tokens=("s-s4t2ud-<64 hex>", "s-s4t2af-<64 hex>"),
)
