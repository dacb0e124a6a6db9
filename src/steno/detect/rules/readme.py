"""Secrets of ReadMe."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC199 readme-key: An API key of the documentation service ReadMe.",
    r"rdme_[a-z0-9]{70}",
    extent=token,
    tokens="rdme_xn8s9h<64 hex>",
    negatives=("rdme_<30 hex>", "rdme_<70 x>", "rdme_key"),
)
