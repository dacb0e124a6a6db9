"""Secrets of Checkout.com."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC148 checkout-com-secret-key: A secret key of Checkout.com, live or sandbox. Public keys begin with `pk_`.",
    r"sk_(?:sbox_)?[a-z2-7]{26}[a-z2-7*#$=]",
    extent=token,
    source="Checkout.com, documentation, API keys",
    tokens=(
        "sk_sbox_<27 base32lower>",
        "sk_<27 qrstuvwxyz234567abcdefghijklmnop>",
        "sk_sbox_<26 234567abcdefghijklmnopqrstuvwxyz>*",
    ),
    negatives=(
        "pk_sbox_<27 base32lower>",
        "sk_thisisthenameofafunctionabc",
        "sk_sbox_<27 x>",
        "disk_<27 qrstuvwxyz234567abcdefghijklmnop>",
    ),
)
