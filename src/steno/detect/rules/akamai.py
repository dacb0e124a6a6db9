"""Secrets of Akamai EdgeGrid."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC099 akamai-token: An Akamai EdgeGrid client or access token.",
    r"akab-[a-z0-9]{16}-[a-z0-9]{16}",
    extent=token,
    source="Akamai, developer documentation, set up authentication credentials",
    positives=shown("access_token", "akab-<16 small>-u18fnubipx4bipxe"),
    negatives=unlike("akab-", "akab-<16 small>-<16 small>", "akab-acme.luna.akamaiapis.net", "akab-<16 small>"),
)
