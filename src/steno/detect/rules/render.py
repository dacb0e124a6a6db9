"""Secrets of Render."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC105 render-key: A Render API key.",
    r"rnd_[A-Za-z0-9]{28,}",
    extent=mixed,
    positives=shown("RENDER_API_KEY", "rnd_<28>", "rnd_<32>"),
    negatives=unlike("rnd_", "rnd_<28>", "rnd_seed_2024"),
)
