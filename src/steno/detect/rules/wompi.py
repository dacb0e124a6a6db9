"""Secrets of Wompi."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC160 wompi-private-key: A Wompi private key, or a secret with which it signs events or payments."
    " Public keys begin with `pub_`.",
    r"(?:prv_(?:prod|test)|(?:prod|test)_(?:events|integrity))_[A-Za-z0-9]{32}",
    anchors="prv_prod_|prv_test_|prod_events_|test_events_|prod_integrity_|test_integrity_",
    source="Wompi, documentation, keys and environments",
    tokens=("prv_prod_<32>", "prod_integrity_<32>", "test_events_<32>"),
    negatives=("pub_prod_<32>", "test_events_are_sent_to_every_listener", "prv_test_<32 x>"),
)
