"""What a detector is: one kind of secret or personal data, with its source and its examples.  Scans nothing itself."""

from __future__ import annotations

import enum
import re
import zlib
from collections.abc import Callable, Iterable
from typing import TypedDict, Unpack

from steno.contracts import Code
from steno.detect.word import width
from steno.diagnostics import Severity

TYPES = (
    "api_key", "auth_token", "password", "cookie", "private_key", "email", "phone", "address", "person", "identifier",
    "config", "tool_output", "secret",
)  # fmt: skip
"""What a placeholder may say was there."""

SECRET = frozenset({"api_key", "auth_token", "password", "cookie", "private_key", "secret"})
"""Those of them that only the level `none` lets out; all others are personal data or describe the machine."""

OBSERVED = "Observed: in use; "
"""How a source begins that is no document: the shape was read off secrets in use."""

EXAMPLES = 3
"""How many texts a detector must find something in, and how many it must leave alone."""


class Level(enum.StrEnum):
    """How much is taken out; each level includes those before it."""

    NONE = "none"
    """Private keys only: no trace needs them, and no reader may have them."""
    SECRETS = "secrets"
    PII = "pii"
    STRICT = "strict"

    def includes(self, other: Level) -> bool:
        order = list(Level)
        return order.index(self) >= order.index(other)


def level_of(type: str) -> Level:
    """From which level on findings of a type are masked; as secrets, where it is no type."""
    match type:
        case "private_key":
            return Level.NONE
        case "email" | "phone" | "address" | "person" | "identifier":
            return Level.PII
        case "config":
            return Level.STRICT
    return Level.SECRETS


_SHOWN = 24
"""How many of the places at which a detector is tried its page names."""

Extent = Callable[[re.Match[str]], tuple[int, int] | None]
"""Judges a match: what of the text is to be masked, or None where the match is no finding."""

More = Callable[[re.Match[str]], Iterable[tuple[int, int]]]
"""What else of the text a match tells to mask, beyond what `Extent` says."""

Before = Callable[[str], bool]
"""Judges the little that stands before a finding: whether the finding may stand after it."""


def varied(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, unless a single character fills it up, as in `sk-xxxxxxxx`."""
    body = match[0][-16:]
    return match.span() if len(set(body)) > 4 else None


Examples = tuple[str, ...] | Callable[[], tuple[str, ...]]
"""Texts, or what makes them when somebody asks for them: no run needs any."""


class Detector(Code, frozen=True, kw_only=True):
    """One kind of thing to find.

    The pattern is tried where an anchor or a gate stands and nowhere else, so it begins with its anchor.  A detector
    that cannot, because its anchor stands in the middle of a finding, says what may stand before it.  Scanning must
    stay linear: a pattern has no look-around and no back-reference, and an unbounded repeat stands where nothing
    required follows it; what it has read is then judged by `extent`, and never read again.
    """

    type: str
    level: Level = Level.SECRETS
    anchors: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    """Where no literal is rare enough: classes of characters in a row, as in `[0-9]{3}-[0-9]{2}`."""
    lead_in: str = ""
    """What may stand between the beginning of the pattern and the anchor, as an expression that reads backwards."""
    before: Before | None = None
    pattern: str
    extent: Extent = varied
    more: More | None = None
    """Where one match tells several values: those after the first, in order."""
    caseless: bool = False
    """Whether letters match in either case, in the anchors and in the pattern."""
    inside_words: bool = False
    """Whether it may stand inside a longer word.  Others begin and end where a run of letters and digits does."""
    block: bool = False
    """Whether it may run over placeholders, as a whole block of lines does."""
    source: str
    """Whose documentation or code says that it looks so; begins with `Observed:` where none is known to say it."""
    found: Examples
    left: Examples

    def __post_init__(self) -> None:
        Code.__post_init__(self)
        if self.type not in TYPES:
            raise ValueError(f"{self.code} {self.name}: {self.type!r} is not one of {', '.join(TYPES)}")
        if not self.source.strip():
            raise ValueError(f"{self.code} {self.name} names no source")
        if not (self.anchors or self.gates) or not all(self.anchors):
            raise ValueError(f"{self.code} {self.name} has no anchor, so it would be tried at every character")
        for gate in self.gates:
            width(gate)
        for kind, texts in (("positives", self.found), ("negatives", self.left)):
            if isinstance(texts, tuple):
                self._enough(kind, texts)

    @property
    def positives(self) -> tuple[str, ...]:
        """Texts with exactly one finding, made up."""
        return self._enough("positives", self.found if isinstance(self.found, tuple) else self.found())

    @property
    def negatives(self) -> tuple[str, ...]:
        """Texts without a finding, near enough to a positive to be mistaken for one."""
        return self._enough("negatives", self.left if isinstance(self.left, tuple) else self.left())

    def _enough(self, kind: str, texts: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(texts)) < EXAMPLES:
            raise ValueError(f"{self.code} {self.name} has {len(set(texts))} {kind}, expected {EXAMPLES}")
        return texts


class Traits(TypedDict, total=False):
    """What few detectors say of themselves, as `Detector` explains it."""

    gates: tuple[str, ...]
    lead_in: str
    before: Before | None
    extent: Extent
    more: More | None
    caseless: bool
    inside_words: bool
    block: bool


def detector(
    code: str,
    name: str,
    what: str,
    *,
    type: str,
    level: Level = Level.SECRETS,
    anchors: tuple[str, ...] = (),
    pattern: str,
    source: str,
    positives: Examples,
    negatives: Examples,
    **traits: Unpack[Traits],
) -> Detector:
    """A detector whose page says what it finds, from which level on, what takes its place, and who says so."""
    looked = [f"`{each}`" for each in (*anchors, *traits.get("gates", ()))]
    more = f", and {len(looked) - _SHOWN} more like these" if len(looked) > _SHOWN else ""
    places = ", ".join(looked[:_SHOWN]) + more
    page = (
        f"{what}\n\nMasked from level `{level}` on, as `[REDACTED:{type}:<hash8>]`.\n\n"
        f"Looked for near: {places}.\n\nSource: {source}."
    )
    return Detector(
        code, name, page, Severity.WARNING, type=type, level=level, anchors=anchors, pattern=pattern, source=source,
        found=positives, left=negatives, **traits,
    )  # fmt: skip


HEX = "0123456789abcdef"
ALNUM = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def fake(length: int, alphabet: str = ALNUM) -> str:
    """Characters for an example: of the right kind, and nobody's secret."""
    return "".join(alphabet[(i * 7 + i // 5 + 3) % len(alphabet)] for i in range(length))


def crc32_base62(text: str) -> str:
    """The checksum that GitHub and npm put at the end of their tokens: six digits of base 62."""
    number, digits = zlib.crc32(text.encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = ALNUM[digit] + digits
    return digits
