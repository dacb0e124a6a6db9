"""The words of a row: what rows are compared by, and in which language somebody asks.  Every cost is linear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from steno.base.exact import JSON
from steno.base.files import opened
from steno.errors import UsageError

_WORD: Final = re.compile(r"\w+")
_PERMUTATIONS: Final = 128
BANDS: Final = 32
"""Of four rows each: pairs that share 0.85 of their words are found with a probability above 0.9999."""


def words(value: JSON) -> list[str]:
    """All words of a JSON value, in lower case."""
    return [word for text in _texts(value) for word in _WORD.findall(text.lower())]


def _texts(value: JSON) -> Iterator[str]:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            stack.extend(reversed(item.values()))
        elif isinstance(item, list):
            stack.extend(reversed(item))


def grams(found: Sequence[str], length: int) -> Iterator[str]:
    """Every run of so many words; a text that is shorter is one itself."""
    if found and len(found) < length:
        yield " ".join(found)
    for at in range(len(found) - length + 1):
        yield " ".join(found[at : at + length])


def signature(found: Sequence[str], length: int) -> bytes:
    """A MinHash of a text: 128 numbers of 32 bits.  Raises `UsageError` without rensa."""
    try:
        from rensa import RMinHash
    except ImportError:
        raise UsageError("near duplicates need rensa: `pip install 'steno-trace[near]'`") from None
    made = RMinHash(num_perm=_PERMUTATIONS, seed=42)
    made.update(list(grams(found, length)))
    return b"".join(number.to_bytes(4, "little") for number in made.digest())


def alike(one: bytes, two: bytes) -> float:
    """How much of the words of two texts is the same, estimated from their signatures."""
    same = sum(one[at : at + 4] == two[at : at + 4] for at in range(0, len(one), 4))
    return same / _PERMUTATIONS


def bands(made: bytes) -> Iterator[bytes]:
    size = len(made) // BANDS
    for number in range(BANDS):
        yield number.to_bytes(1, "little") + made[number * size : (number + 1) * size]


# Texts that no row may hold


def _hash(gram: str) -> bytes:
    return blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=8).digest()


@cache
def forbidden(paths: tuple[str, ...], length: int) -> frozenset[bytes]:
    """The runs of words of some files; read once in each process."""
    found: set[bytes] = set()
    for path in paths:
        with opened(Path(path)) as stream:
            text = stream.read().decode("utf-8", "replace")
        found.update(map(_hash, grams(words(text), length)))
    return frozenset(found)


def overlap(found: Sequence[str], length: int, texts: frozenset[bytes]) -> int:
    """How many runs of words of a text stand in texts that no row may hold."""
    return sum(_hash(gram) in texts for gram in grams(found, length)) if texts else 0


# Languages

_COMMON: Final = {
    "en": "the and of to in is that it for with this you are be on not have please add fix",
    "de": "der die das und ist nicht ein eine mit für auf den von zu dem bitte ich wir",
    "fr": "le la les des est une un et que pour dans pas avec sur ce je vous il",
    "es": "el la los las que es una un y para por con no en se del lo por",
    "it": "il la che di è un una per con non sono le gli del della si ho",
    "pt": "o a que é um uma para com não os as do da em se por mais",
    "nl": "de het een en is van dat niet op te voor met zijn er maar",
}
_WORDS: Final = {language: frozenset(each.split()) for language, each in _COMMON.items()}
_SCRIPTS: Final = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
_SHARE: Final = 0.2
_LONGEST: Final = 20_000


def language(text: str) -> str:
    """In which language a text is, by its script and its most common words; `und` where that does not tell."""
    text = text[:_LONGEST]
    if not text.isascii() and (letters := sum(map(str.isalpha, text))):
        for name, script in _SCRIPTS:
            if len(script.findall(text)) > _SHARE * letters:
                return name
    found = Counter(_WORD.findall(text.lower()))
    counts = {name: sum(map(found.__getitem__, known)) for name, known in _WORDS.items()}
    best, second = sorted(counts, key=lambda name: (-counts[name], name))[:2]
    return best if counts[best] >= 2 and counts[best] > counts[second] else "und"
