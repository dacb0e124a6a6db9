"""Secrets of ImageKit."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC206 imagekit-private-key: An ImageKit private key. Public keys begin with `public_`.",
    r"private_[A-Za-z0-9+/]{27}=",
    extent=mixed,
    source="ImageKit, documentation, API keys",
    tokens=("private_<27>=", "private_<13>+<13>="),
    negatives=("public_<27>=", "private_key=", "private_<27 x>=", "private_thenameofsomefunctionortwos="),
)
