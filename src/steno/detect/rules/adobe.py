"""Secrets of Adobe."""

from steno.detect.declare import mixed, secret

RULE = secret(
    "SEC387 adobe-client-secret: The secret of a client at Adobe.",
    "p8e-[A-Za-z0-9_-]{32}",
    extent=mixed,
    tokens="p8e-<32>",
)
