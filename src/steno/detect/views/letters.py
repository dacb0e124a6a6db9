"""What words are made of, and whether one looks random.  Knows characters, not texts."""

from __future__ import annotations

import re
import string

ALNUM = string.ascii_letters + string.digits
TOKEN = ALNUM + "+/_-="
"""What tokens and encoded texts are made of."""
TOKEN_CLASS = f"[{re.escape(TOKEN)}]"


WHOLE = 4096
"""A code with a hole in it is of no use to anybody: up to this size it is one piece, of which all is masked."""


_LONG = 24


def drawn(word: str) -> bool:
    """Whether a word looks random: digits among letters, capitals in the middle again and again, or no end."""
    word = word[:48]
    if len(word) < 5:
        return False
    kinds = word.translate(_KINDS)
    if "0" in kinds:
        return "a" in kinds or "A" in kinds or len(word) >= _LONG
    return (kinds.count("aA") >= 2 and "AA" in kinds) or (len(word) >= _LONG and word.isalnum())


def odd(word: str) -> bool:
    """Whether even a short word is no usual one: digits among letters, or capitals where none belong.

    Base64 without a digit has signs in it, and is odd if any part between them is.
    """
    if word.isalpha():
        return not (word.islower() or word.isupper() or word[1:].islower())
    if any(map(str.isdigit, word)):
        return any(map(str.isalpha, word))
    return any(part.isalpha() and odd(part) for part in word.translate(_APART).split())


_APART = str.maketrans("+/_-=", "     ")
_KINDS = str.maketrans(
    ALNUM, "a" * len(string.ascii_lowercase) + "A" * len(string.ascii_uppercase) + "0" * len(string.digits)
)
