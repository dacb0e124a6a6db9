"""The recovery phrase of a wallet."""

import re

from steno.detect.declare import SEP, private_key

_PHRASES = (12, 15, 18, 21, 24)
_WORDY = frozenset(
    {"the", "and", "for", "are", "was", "were", "from", "has", "had", "its",
     "not", "but", "which", "these", "words", "may", "our", "been", "does", "use"}
)  # fmt: skip
"""Frequent words that the list of words for phrases leaves out: a sentence has one, a phrase none."""


def _phrase(match: re.Match[str]) -> tuple[int, int] | None:
    words = match["v"].split()
    return match.span("v") if len(words) in _PHRASES and not _WORDY & set(words) and len(set(words)) > 6 else None


_MNEMONIC = "lamp orbit tiger velvet crumble ginger nation frost puzzle ribbon cactus walnut"

RULE = private_key(
    "SEC279 wallet-phrase: The recovery phrase of a wallet: 12, 15, 18, 21 or 24 words after a word that names it.",
    r"(?:mnemonic|seed[ _]?phrase|(?:recovery|backup) phrase|seed words)[A-Za-z _-]{0,30}?"
    + SEP
    + r"\s{0,4}(?P<v>[a-z]{3,8}(?:[ ]{1,2}[a-z]{3,8}){11,23})",
    anchors="mnemonic|seed phrase|seed_phrase|seedphrase|recovery phrase|seed words|backup phrase",
    caseless=True,
    extent=_phrase,
    source="Bitcoin, BIP 39",
    positives=(
        'MNEMONIC="' + _MNEMONIC + '"',
        "Your seed phrase is: " + _MNEMONIC + "\n",
        "mnemonic: '" + _MNEMONIC + " " + " ".join(reversed(_MNEMONIC.split())) + "'",
    ),
    negatives=(
        "mnemonic: lamp orbit tiger",
        "A mnemonic: the list has many more words than most people can keep in their head",
        'mnemonic = "' + "test " * 11 + 'junk"',
    ),
)
