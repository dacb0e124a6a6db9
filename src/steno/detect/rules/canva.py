"""Secrets of Canva."""

from steno.detect.declare import mixed, secret

RULE = secret(
    "SEC390 canva-client-secret: The secret of a Canva integration.",
    "cnvca[A-Za-z0-9_-]{40,60}",
    extent=mixed,
    tokens="cnvca<51>",
)
