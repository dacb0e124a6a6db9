"""Secrets of Cerebras."""

from steno.detect.declare import api_key, token, unlike

RULE = api_key(
    "SEC044 cerebras-api-key: A key of the Cerebras inference API.",
    r"csk-[a-z0-9]{48}",
    extent=token,
    source="Observed: in use; not compared with Cerebras, inference documentation, quickstart",
    tokens="csk-<48 small>",
    negatives=unlike("csk-", "csk-<48 small>", "csk-<30 small>"),
)
