"""A judgement and examples that the rules of several providers share.  Knows no provider."""

from __future__ import annotations

import re
from itertools import cycle, islice

from steno.detect.judge import drawn, token
from steno.detect.rule import EXAMPLES, Before, Detector, Extent, detector

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

_CAPITAL, _SMALL = re.compile(r"[A-Z]"), re.compile(r"[a-z]")


def mixed(match: re.Match[str]) -> tuple[int, int] | None:
    """As `token`, and with capitals and small letters near its end: for beginnings that words and names have too."""
    body = match[0][-20:]
    return token(match) if _CAPITAL.search(body) and _SMALL.search(body) else None


def tail(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where its end looks drawn at random: for beginnings that are long and varied."""
    return match.span() if drawn(match[0].rstrip("=")[-32:]) else None


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


def shown(name: str, *tokens: str) -> tuple[str, ...]:
    """The tokens as logs show them: assigned, sent, printed.  Which places are taken depends on the name."""
    first, count = sum(name.encode()) % len(_PLACES), max(EXAMPLES, len(tokens))
    places = islice(cycle(_PLACES), first, first + count)
    return tuple(place.format(name=name, token=each) for place, each in zip(places, cycle(tokens), strict=False))


def unlike(prefix: str, example: str, *more: str) -> tuple[str, ...]:
    """What a token's rule must leave alone: one character over and over, the first few alone, the end of a word."""
    return (prefix + "a" * (len(example) - len(prefix)), example[: len(prefix) + 8], "z" + example, *more)


def uuid(seed: int = 0) -> str:
    """For an example: a made-up UUID."""
    digits = f"{0x9F1C2B7A5D3E4068A7B1C9D2E4F60713 + seed * 0x1234567:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def prefixed(
    code: str,
    name: str,
    what: str,
    *prefixes: str,
    body: str,
    fakes: tuple[str, ...],
    source: str,
    type: str = "api_key",
    gates: tuple[str, ...] = (),
    before: Before | None = None,
    extent: Extent = token,
) -> Detector:
    """The detector of a token that is a beginning and a body; `fakes` are bodies for its examples.

    A beginning that many names have, as `test_`, is looked for by `gates`, which say what must follow it.
    """
    tokens = tuple(prefix + fake for prefix, fake in zip(cycle(prefixes), fakes, strict=False))
    tokens += tuple(prefix + fakes[0] for prefix in prefixes[len(fakes) :])
    return detector(
        code,
        name,
        what,
        type=type,
        anchors=() if gates else prefixes,
        gates=gates,
        before=before,
        pattern=f"(?:{'|'.join(map(re.escape, prefixes))}){body}",
        extent=extent,
        source=source,
        positives=shown(name.upper().replace("-", "_"), *tokens),
        negatives=unlike(prefixes[0], tokens[0]),
    )
