"""Secrets of Ethereum wallets."""

from steno.detect.declare import SEP, private_key, value

RULE = private_key(
    "SEC280 ethereum-private-key: An Ethereum private key: 64 hexadecimal digits that the text calls one.",
    r"priv(?:ate)?[ _-]?key[\w )\]]{0,12}(?:" + SEP + r"|\s)(?P<v>(?:0x)?[0-9a-f]{64})",
    anchors="private_key|privatekey|private-key|private key|priv_key|privkey",
    caseless=True,
    extent=value,
    source="Ethereum, documentation, accounts; Hardhat and Foundry, documentation, network accounts",
    positives=("PRIVATE_KEY=0x<64 hex>", "cast send --private-key 0x<64 hex>", '"privateKey": "<64 hex>"'),
    negatives=("PRIVATE_KEY=0x<64 0>", "PRIVATE_KEY=0x...", "public_key: 0x<64 hex>"),
)
