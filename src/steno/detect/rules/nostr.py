"""Secrets of Nostr."""

from steno.detect.declare import around, private_key
from steno.detect.wallet import bech32_key

RULE = private_key(
    "SEC285 nostr-secret-key: A Nostr secret key; the public ones begin with `npub1`.",
    r"nsec1[02-9ac-hj-np-z]{58}",
    extent=bech32_key,
    source="Nostr, NIP 19",
    positives=around("nsec1<52 bech32>xs8lmq", "NOSTR_KEY={}", "nak event --sec {}", "'{}"),
    negatives=("npub1<52 bech32>2xv7a4", "nsec1<58 q>", "nsec1..."),
)
