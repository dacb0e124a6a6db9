"""Secrets of EOSIO."""

from steno.detect.declare import around, private_key

RULE = private_key(
    "SEC289 eos-private-key: An EOSIO private key.",
    r"PVT_[KR]1_[1-9A-HJ-NP-Za-km-z]{45,55}",
    anchors="PVT_K1_|PVT_R1_",
    source="EOS Network, documentation, key formats",
    positives=around("PVT_K1_<50 1-9A-HJ-NP-Za-km-z>", "Private key: {}", "EOS_KEY={}", "cleos import '{}"),
    negatives=("PUB_K1_<50 1-9A-HJ-NP-Za-km-z>", "PVT_K1_...", "PVT_K1_<50 x>"),
)
