"""Secrets of Liveblocks."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC208 liveblocks-secret-key: A Liveblocks secret key, of production or development. Public keys begin"
    " with `pk_`.",
    r"sk_(?:prod|dev)_[A-Za-z0-9_-]{40,}",
    extent=mixed,
    source="Liveblocks, documentation, authentication",
    tokens=("sk_prod_<64>", "sk_dev_<64>"),
    negatives=("pk_prod_<64>", "sk_dev_<64 x>", "sk_prod_<12>"),
)
