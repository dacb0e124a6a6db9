"""Secrets of Modal."""

from steno.detect.declare import auth_token, mixed, shown, unlike

RULE = auth_token(
    "SEC052 modal-token: The id (`ak-`) or the secret (`as-`) of a Modal token.",
    r"a[ks]-[A-Za-z0-9]{22}",
    anchors="ak-|as-",
    extent=mixed,
    source="Modal, documentation, modal token",
    positives=shown("MODAL_TOKEN_SECRET", "as-<22>", "ak-<22>"),
    negatives=unlike("as-", "as-<22>", "as-is", "ak-<23>", "break-<22>"),
)
