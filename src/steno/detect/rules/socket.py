"""Secrets of Socket."""

from steno.detect.declare import api_key, mixed, shown, unlike

RULE = api_key(
    "SEC126 socket-security-token: A Socket token.",
    r"sktsec_[A-Za-z0-9_-]{40,}",
    extent=mixed,
    source="Observed: in use; not compared with Socket, documentation, API tokens",
    positives=shown("SOCKET_SECURITY_API_KEY", "sktsec_<44>_api"),
    negatives=unlike("sktsec_", "sktsec_<44>_api", "sktsec_..."),
)
