"""Secrets of Omise."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC159 omise-secret-key: An Omise secret key, live or test. Public keys begin with `pkey_`.",
    r"skey_(?:test_)?[0-9a-z]{19}",
    source="Omise, documentation, API authentication",
    tokens=("skey_test_5<18 0-9a-z>", "skey_5<18 0-9a-z>"),
    negatives=("pkey_test_<19 0-9a-z>", "skey_test_fake", "skey_test_<19 x>", "passkey_<19>"),
)
