"""Secrets of Xendit."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC157 xendit-secret-key: A Xendit secret key, of production or development. Public keys begin with"
    " `xnd_public_`.",
    r"xnd_(?:production|development)_[A-Za-z0-9]{40,}",
    source="Xendit, documentation, API keys",
    tokens=("xnd_production_<59>", "xnd_development_<62>"),
    negatives=("xnd_public_production_<60>", "xnd_production_looks_real", "xnd_development_<60 x>"),
)
