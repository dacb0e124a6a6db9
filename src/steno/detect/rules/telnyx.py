"""Secrets of Telnyx."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC221 telnyx-key: A Telnyx API key.",
    r"KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}",
    source="Telnyx, developer documentation, API keys",
    tokens="KEY018<29 0-9A-F>_<22>",
    negatives=("KEY01", "KEY0<31 0-9A-F>", "KEY0<31 0>_<22 x>"),
)
