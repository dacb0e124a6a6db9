"""Examples of detectors as templates: they stand beside their rule, and are made when a test or a page asks for them.

In a template `<20>` stands for twenty letters and digits, `<40 hex>` or `<16 A-Z2-7>` for characters of another
alphabet, `<8 x>` for one character over and over, `<36 signed>` for thirty and their checksum, `<uuid>` for a UUID, and
`<>` for nothing: it parts what a scanner of this code would take for a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, islice

from steno.detect.checksum import BECH32
from steno.detect.patterns import deferred
from steno.detect.rule import ALNUM, EXAMPLES, HEX, crc32_base62, fake

_ALPHABETS = {
    "": ALNUM,
    "hex": HEX,
    "small": ALNUM.lower(),
    "capital": ALNUM.upper(),
    "bech32": BECH32,
    "BECH32": BECH32.upper(),
}
"""By name; what is no name is the alphabet itself, with ranges as in `a-z`."""
_RANGE = deferred(r"([0-9A-Za-z])-([0-9A-Za-z])")


def _alphabet(kind: str) -> str:
    return _ALPHABETS.get(kind) or _RANGE().sub(
        lambda ends: "".join(map(chr, range(ord(ends[1]), ord(ends[2]) + 1))), kind
    )


_BLANK = deferred(r"<(?:(?P<length>[0-9]{1,4})(?: (?P<kind>[^<> ]+))?|uuid ?(?P<seed>[0-9]?)|)>")
_CHECKED = 6


def built(template: str) -> str:
    """The example that a template stands for."""
    return _BLANK().sub(_filled, template)


def _filled(blank: re.Match[str]) -> str:
    if blank["length"] is None:
        return uuid(int(blank["seed"] or 0)) if blank["seed"] is not None else ""
    length, kind = int(blank["length"]), blank["kind"]
    if kind == "signed":
        body = fake(length - _CHECKED)
        return body + crc32_base62(body)
    return fake(length, _alphabet(kind or ""))


def uuid(seed: int = 0) -> str:
    """A made-up UUID."""
    number = f"{0x9F1C2B7A5D3E4068A7B1C9D2E4F60713 + seed * 0x1234567:032x}"
    return "-".join((number[:8], number[8:12], number[12:16], number[16:20], number[20:]))


Made = Callable[[], tuple[str, ...]]


def made(*templates: str) -> Made:
    """Examples that stand in the source as they are, but for their blanks."""
    return lambda: tuple(map(built, templates))


def around(token: str, *places: str) -> Made:
    """A token where `{}` stands in each of the places."""
    return made(*(place.replace("{}", token) for place in places))


_PLACES = (
    "{name}={token}",
    "Authorization: Bearer {token}",
    '{{"{name}": "{token}"}}',
    "export {name}='{token}'\n",
    "  {name}: {token}  # rotate",
    "tool --token {token} --verbose",
    '{name} = "{token}"',
    "It was {token}, and is revoked.",
    "first\\n{token}\\nlast",
    "https://api.acme.dev/v1?key={token}&page=2",
    "+{name}={token}\n-{name}=\n",
    "(`{token}`)",
)


def shown(name: str, *tokens: str) -> Made:
    """The tokens as logs show them: assigned, sent, printed.  Which places are taken depends on the name."""
    first, count = sum(name.encode()) % len(_PLACES), max(EXAMPLES, len(tokens))

    def texts() -> tuple[str, ...]:
        places = islice(cycle(_PLACES), first, first + count)
        each = cycle(map(built, tokens))
        return tuple(place.format(name=name, token=token) for place, token in zip(places, each, strict=False))

    return texts


def unlike(prefix: str, token: str, *more: str) -> Made:
    """What a token's rule must leave alone: one character over and over, the first few alone, the end of a word."""

    def texts() -> tuple[str, ...]:
        whole = built(token)
        rest = "a" * (len(whole) - len(prefix))
        return (prefix + rest, whole[: len(prefix) + 8], "z" + whole, *map(built, more))

    return texts
