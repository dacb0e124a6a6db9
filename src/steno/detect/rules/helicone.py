"""Secrets of Helicone."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC058 helicone-key: A Helicone key.",
    r"sk-helicone-(?:[a-z]{2}-)?[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}",
    extent=token,
    source="Observed: in use; not compared with Helicone, documentation, authentication",
    positives=shown(
        "HELICONE_API_KEY",
        "sk-helicone-4xq7b2n-kd93m1z-p0w5r8t-y6c2v4j",
        "sk-helicone-eu-4xq7b2n-kd93m1z-p0w5r8t-y6c2v4j",
    ),
    negatives=unlike("sk-helicone-", "sk-helicone-4xq7b2n-kd93m1z-p0w5r8t-y6c2v4j", "sk-helicone-..."),
)
