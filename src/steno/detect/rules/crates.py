"""Secrets of crates.io."""

from steno.detect.declare import auth_token, mixed, shown, unlike

RULE = auth_token(
    "SEC134 crates-token: A crates.io token.",
    r"cio[A-Za-z0-9]{32}",
    extent=mixed,
    source="Rust, crates.io source, token prefix",
    positives=shown("CARGO_REGISTRY_TOKEN", "cio<32>"),
    negatives=unlike("cio", "cio<32>", "cio<30>", "cio<32 hex>"),
)
