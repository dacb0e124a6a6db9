"""Secrets of Unkey."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC371 unkey-root-key: An Unkey root key.",
    "unkey_[A-Za-z0-9]{16,}",
    extent=mixed,
    source="Unkey, API reference, root keys",
    tokens="unkey_<22>",
)
