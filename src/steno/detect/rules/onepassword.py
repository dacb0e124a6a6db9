"""Secrets of 1Password."""

from steno.detect.declare import auth_token, secret, shown, token, unlike

RULES = (
    auth_token(
        "SEC131 onepassword-service-token: A token of a service account of 1Password.",
        r"ops_eyJ[A-Za-z0-9_=-]{200,}",
        extent=token,
        source="1Password, developer documentation, service accounts",
        positives=shown("OP_SERVICE_ACCOUNT_TOKEN", "ops_eyJ<700>"),
        negatives=unlike("ops_eyJ", "ops_eyJ<300>", "ops_eyJ..."),
    ),
    secret(
        "SEC132 onepassword-secret-key: The secret key of a 1Password account (`A3-`).",
        r"A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}",
        extent=token,
        source="1Password, support, about your Secret Key",
        positives=shown("OP_SECRET_KEY", "A3-<6 capital>-KRY5DK-RYFNU-18FNU-BIPX4-BIPXE"),
        negatives=unlike(
            "A3-",
            "A3-<6 capital>-KRY5DK-RYFNU-18FNU-BIPX4-BIPXE",
            "A3-<6 capital>",
            "A3-XXXXXX-XXXXXX-XXXXX-XXXXX-XXXXX-XXXXX",
        ),
    ),
)
