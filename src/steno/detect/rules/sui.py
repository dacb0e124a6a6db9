"""Secrets of Sui."""

from steno.detect.declare import around, private_key
from steno.detect.wallet import bech32_key

RULE = private_key(
    "SEC286 sui-private-key: A Sui private key.",
    r"suiprivkey1[02-9ac-hj-np-z]{59}",
    extent=bech32_key,
    source="Sui, SIP 15",
    positives=around("suiprivkey1<53 bech32>6g4xcp", "SUI_KEY={}", "sui keytool import {}", "'{}"),
    negatives=("suiprivkey1...", "suiprivkey1<40 bech32>", "suiprivkey1<59 q>"),
)
