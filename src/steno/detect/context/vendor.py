"""The key that stands after a vendor's name: a name, a word for a key or a sign, and a value of its shape."""

from __future__ import annotations

import re

from steno.detect.context.values import odd
from steno.detect.context.vendor_names import UUID, shapes, vendor
from steno.detect.judge import drawn
from steno.detect.patterns import deferred
from steno.detect.placeholder import placeholder

_REACH = 48
"""How far after the vendor's name its key may begin."""
_LONGEST = 256
_SHORTEST_TOKEN = 16
_TOKEN = deferred(r"[A-Za-z0-9_+.~|-]++={0,2}")
_LONG = deferred(rf"[A-Za-z0-9_+.~|-]{{{_SHORTEST_TOKEN}}}")
"""What every token that may hold a key begins with; most names have no such thing near them."""
_VALUE = deferred(r"[^\s\"'`\\<>,;&()\[\]{}]{1,512}")
_WORD = deferred(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", re.ASCII)
_SIGN = deferred(r"[=:]|->")
_ELSEWHERE = deferred(r"""[/<\n\r;#(]|\\[nr]|[^"'], """)
"""What ends a search: an address, a tag, a line, a call, the next of a list."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEY = _words("""
key token secret password passwd pass pat auth credential credentials license licence apikey login bearer oauth access
private
""")
_ENDINGS = ("key", "token", "secret", "password")
_ABOUT = _words("api admin personal client app application rest prod production live test dev is")
"""Words that are of a key and say nothing of themselves."""
_OTHER = _words("""
id ids uuid guid sha sha1 sha256 sha512 md5 hash commit revision rev ref digest checksum etag fingerprint integrity
build trace span request response session version tag account project org organization organisation team user
username workspace tenant region zone url uri host hostname domain email mail name public pub publishable image
container layer package release issue ticket page file path node event run job pipeline deploy deployment branch
signature keys tokens count size limit cache object document record row entity space board card list item
""")
"""Words that say that the value is something else."""
_JOINED = deferred(
    r"(?:key|token|secret|private|access)-(?P<v>[A-Za-z0-9]{24,}|[0-9a-z]{8,11}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12})\Z",
    re.I,
)
"""A key that a hyphen joins to what names it."""
_UUID = deferred(UUID, re.IGNORECASE)
_STARTS = ("api", "key", "tok", "sec", "acc", "pri", "aut")
_WORDS = 6
_SHORTEST = 20


def key(match: re.Match[str]) -> tuple[int, int] | None:
    """The key that stands after a vendor's name in its line, where one does."""
    text, start, limit = match.string, match.start(), match.endpos
    name = vendor(text, start)
    if name is None:
        return None
    at = start + len(name)
    if text[at : at + 1].islower() and not text.startswith(_STARTS, at):
        return None  # a longer word
    if not _LONG().search(text, at, min(limit, at + _REACH + _SHORTEST_TOKEN)):
        return None
    words: list[str] = []
    end, between = at, ""
    for found in _TOKEN().finditer(text, at, min(limit, at + _LONGEST)):
        between += text[end : found.start()]
        if found.start() - at > _REACH or len(words) > _WORDS or _ELSEWHERE().search(between):
            return None
        token, end = found[0], found.end()
        if joined := _JOINED().search(token):
            words += _split(token[: joined.start("v")])
            return _judged(name, text, found.start() + joined.start("v"), limit, words)
        if found.start() > at and len(token.rstrip("=")) >= _SHORTEST_TOKEN and any(map(str.isdigit, token)):
            signed = _SIGN().search(between) is not None and _ABOUT.issuperset(words)
            return _judged(name, text, found.start(), limit, words, signed=signed)
        between += "=" if token.endswith("=") else ""
        words += _split(token)
    return None


def _split(token: str) -> list[str]:
    return [word.lower() for word in _WORD().findall(token) if not word.isdigit()]


def _judged(
    name: str, text: str, start: int, limit: int, words: list[str], *, signed: bool = False
) -> tuple[int, int] | None:
    """The value that begins here, if it is a key.  `signed` says that it is assigned to the vendor's name."""
    if _OTHER.intersection(words) or not all(word in _ABOUT or _is_key(word) for word in words[-2:]):
        return None
    read = _VALUE().match(text, start, limit)
    if read is None or read.end() == limit < len(text):
        return None  # another finding cuts it
    value = read[0].rstrip(".-_|:!?*")
    named = any(map(_is_key, words))
    if any(shape.fullmatch(value) for shape in shapes(name)):
        likely = named or signed
    else:
        likely = named and len(value) >= _SHORTEST and (odd(value) or _UUID().fullmatch(value) is not None)
    # An example of the right shape beside its vendor is masked too: nothing is lost with it.
    whole = likely and drawn(value) and not placeholder(value, counting=False)
    return (start, start + len(value)) if whole else None


def _is_key(word: str) -> bool:
    return word in _KEY or word.endswith(_ENDINGS)
