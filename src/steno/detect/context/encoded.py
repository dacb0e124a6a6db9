"""A secret in base64 as the value of any name: nobody encodes a random-looking word except to carry a secret."""

from __future__ import annotations

import base64
import binascii
import re

from steno.detect.context.values import odd
from steno.detect.declare import secret
from steno.detect.patterns import ready
from steno.detect.rule import ALNUM, OBSERVED, fake
from steno.detect.views.base64_runs import GROUP

_WORD = ready(r"[!-~]{12,96}")
_GOES_ON = ready(r"[A-Za-z0-9+/_-]")
_STRUCTURE = ready(r"[\"'<>{}()\[\]:;,\\|?&]|//|\.\.")
"""What ids, paths, messages and settings have, and what nobody puts in a password by chance."""
_UNLIKE = ready(r"[0-9a-fA-F-]+|[A-Z0-9_.-]+|[a-z0-9_./-]+")


def _secret(match: re.Match[str]) -> tuple[int, int] | None:
    code = match["code"]
    if _GOES_ON.match(match.string, match.end("code")):
        return None  # a part of a longer one says nothing
    try:
        plain = base64.b64decode(code + match["padding"], validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    if not _WORD.fullmatch(plain) or _STRUCTURE.search(plain) or _UNLIKE.fullmatch(plain):
        return None
    mixed = all(any(map(kind, plain)) for kind in (str.islower, str.isupper, str.isdigit))
    return (match.start("code"), match.end()) if mixed and odd(plain) else None


def _example(length: int, alphabet: str = ALNUM) -> str:
    return base64.b64encode(fake(length, alphabet).encode()).decode()


RULE = secret(
    "SEC870 encoded-secret: A base64 word assigned to a name that looks random when decoded: small letters, capitals "
    "and digits in an order that no language has. Text, ids, paths and hashes in base64 are not masked.",
    r"(?:=|: ?\"?|\")(?P<code>[A-Za-z0-9+/]{16,128})(?P<padding>={0,2})",
    gates=tuple(sign + GROUP.replace("\\", "") * 4 for sign in ("=", ": ", ':"', '"')),
    inside_words=True,
    extent=_secret,
    source=OBSERVED + "the alphabet is that of RFC 4648, section 4",
    positives=lambda: (
        "blob=" + _example(18),
        'data: "' + _example(20) + '"',
        "payload: " + _example(24, ALNUM + "!#*"),
    ),
    negatives=lambda: (
        "blob=" + base64.b64encode(b"hello wonderful world").decode(),
        "cursor=" + base64.b64encode(b"User:0123456789:Ab").decode(),
        "blob=" + base64.b64encode((fake(96) + "\0" * 90).encode()).decode(),
        "etag: " + base64.b64encode(b"0123456789abcdef0123").decode(),
    ),
)
