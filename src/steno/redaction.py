"""How far a trace is redacted before it leaves: one option of every target, whatever its format.

Knows the levels and what a redaction takes along.  What a secret looks like is the detectors' affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from steno import registry
from steno.base.ids import Randomness
from steno.contracts import UsageError
from steno.model.ledger import Style

if TYPE_CHECKING:
    from steno.detect import Finder
    from steno.detect.policy import Policy
    from steno.detect.remembered import Memory
    from steno.detect.seeds import Machine
    from steno.passes.redact import Redact
    from steno.passes.structure import Structure

    Masking = Redact | Structure

LEVELS: Final = ("none", "secrets", "pii", "strict", "structure")
"""Each takes out what the one before it does, and more."""
_WORD: Final = "redact="

Value = tuple[str, str]
"""What was masked, or is to be, behind its type."""


class Redaction(Struct, frozen=True, kw_only=True):
    """What to take out; raises `UsageError` where no level has that name."""

    level: str = "secrets"
    key: bytes | None = None
    """Equal values get equal marks under one key; without one, the marks of every run are different."""
    machine: Machine | None = None
    """Whose users and secrets are looked for from the start."""
    policy: Policy | None = None
    known: tuple[Value, ...] = ()
    """Values that are masked wherever they stand: somebody learned them from other sessions."""
    memory: Memory | None = None
    """Where there is one: what was looked at before under this level, and is not looked at again."""

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            from difflib import get_close_matches  # only a mistake needs it

            near = get_close_matches(self.level, LEVELS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(LEVELS)}"
            raise UsageError(f"redact cannot be {self.level!r}; {hint}")

    def under_one_key(self, randomness: Randomness) -> Redaction:
        """The same for several inputs of which each equal value gets one mark: with a key, if it had none."""
        return self if self.key else replace(self, key=randomness(32))

    def masking(self, key: bytes, *, style: Style = Style.OPEN_TOKEN, listed: bool = True) -> Masking:
        """The pass that does it, under this key; with `listed` it keeps a ledger of what it masked and where."""
        if self.level == "structure":
            from steno.passes.structure import Structure

            return Structure()
        from steno.detect import Level
        from steno.detect.policy import NOTHING
        from steno.detect.seeds import Reach, Seed, seeds
        from steno.passes.redact import Redact

        known = () if self.machine is None else seeds(self.machine, Level(self.level))
        known += tuple(Seed(kind, value, Reach.ANYWHERE) for kind, value in self.known)
        finder, policy = self._finder(key), self.policy or NOTHING
        return Redact(self.level, key, finder, known, style, registry.formats.get, policy, listed=listed)

    def _finder(self, key: bytes) -> Finder | None:
        """A finder that remembers; None where that of the level will do."""
        if self.memory is None:
            return None
        from steno.detect import Level, finders
        from steno.detect.remembered import Remembered

        return Remembered(finders.finder(Level(self.level)), self.memory, key)


USUAL: Final = Redaction()
"""What everything that leaves goes through, unless somebody says otherwise."""


class Redacted(Struct, frozen=True):
    """What a redaction did to what left."""

    level: str
    masked: Mapping[str, int]
    """How many different values of each type."""
    characters: int
    """How much text was looked at; 0 where nobody looked."""


def together(several: Iterable[Redacted]) -> Redacted:
    """What redactions at one level did, in sum."""
    found = list(several)
    masked = sum((Counter(each.masked) for each in found), Counter())
    return Redacted(found[0].level, masked, sum(each.characters for each in found))


def asked(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The level that `redact=LEVEL` among some words asks for, if any, and the words that are the target's own."""
    if _WORD[:-1] in words:
        raise UsageError(f"'redact' has no value, expected redact={'|'.join(LEVELS)}")
    levels = [word.removeprefix(_WORD) for word in words if word.startswith(_WORD)]
    return (levels[-1] if levels else None), [word for word in words if not word.startswith(_WORD)]
