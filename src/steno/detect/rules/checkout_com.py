"""Secrets of Checkout.com."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC148 checkout-com-secret-key: A Checkout.com secret key, live or sandbox. Public keys begin with `pk_`.",
    r"sk_(?:sbox_)?[a-z2-7]{26}[a-z2-7*#$=]",
    extent=token,
    source="Checkout.com, documentation, API keys",
    tokens=(
        "sk_sbox_<27 a-z2-7>",
        "sk_<27 q-z2-7a-p>",
        "sk_sbox_<26 2-7a-z>*",
    ),
    negatives=(
        "pk_sbox_<27 a-z2-7>",
        "sk_thisisthenameofafunctionabc",
        "sk_sbox_<27 x>",
        "disk_<27 q-z2-7a-p>",
    ),
)
