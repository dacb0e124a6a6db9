"""Secrets of Solana wallets."""

import re

from steno.detect.declare import private_key

_BYTES = bytes((i * 37 + 11) % 256 for i in range(80))


def _bytes(match: re.Match[str]) -> tuple[int, int] | None:
    """Sixty-four numbers that fit a byte."""
    numbers = [int(number) for number in match["v"].split(",")]
    return match.span("v") if max(numbers) < 256 and len(set(numbers)) > 16 else None


_SIXTY_FOUR = ", ".join(str(byte) for byte in _BYTES[:64])

RULE = private_key(
    "SEC281 solana-keypair: A Solana key pair as its command line keeps it: 64 numbers, where the text"
    " calls them a key.",
    r"(?:key_?pair|secret_?key|private_?key|solana)[^\[\]\n]{0,80}+(?:\n\s{0,8})?"
    r"\[\s{0,4}(?P<v>[0-9]{1,3}(?:,\s{0,4}[0-9]{1,3}){63})\s{0,4}\]",
    anchors="keypair|secretkey|secret_key|privatekey|private_key|solana",
    caseless=True,
    extent=_bytes,
    source="Solana, documentation, file system wallets",
    positives=(
        "keypair.json: [" + _SIXTY_FOUR + "]",
        "const secretKey = Uint8Array.from([" + _SIXTY_FOUR + "])",
        "cat ~/.config/solana/id.json\n[" + _SIXTY_FOUR.replace(" ", "") + "]",
    ),
    negatives=(
        "publicKey: [" + _SIXTY_FOUR + "]",
        "secretKey: [1,2,3]",
        "secretKey: [" + ",".join(["0"] * 64) + "]",
    ),
)
