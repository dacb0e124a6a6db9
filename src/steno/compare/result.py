"""What a comparison says.  Plain values, whole texts: who shows them may fold them."""

from __future__ import annotations

import enum

from msgspec import Struct, field

from steno.compare.items import What


class Relation(enum.Enum):
    """What two traces are to each other."""

    RUNS = "two runs"
    """Different runs: ids, times and the names of folders are no difference."""
    EXPORTS = "one session"
    """Two records of the same run: every difference is one."""


class Who(enum.Enum):
    """Who made two runs part."""

    MODEL = "model"
    """The inputs before it are the same, and the model said or did something else."""
    ENVIRONMENT = "environment"
    """The same call, and another result; or the program told the model something else."""
    HUMAN = "human"
    """Somebody asked for something else."""


class Change(enum.Enum):
    """How two records of one thing differ."""

    SAID = "said otherwise"
    """Two runs: the same kind of thing in the same place, in other words or with other arguments."""
    MASKED = "masked"
    CUT = "cut"
    CHANGED = "changed"


class Shown(Struct, frozen=True, omit_defaults=True):
    """One thing of a trace."""

    number: int
    """Its place in the log, counted from 1."""
    uid: str
    what: What
    name: str
    """The tool of a call, the kind of any other."""
    subject: str
    """What it says, as short as it can be said."""
    time: str | None = None
    failed: bool = False
    """The log says that the call failed."""


class Changed(Struct, frozen=True):
    """The same thing in both, not in the same words."""

    a: Shown
    b: Shown
    change: Change
    texts: tuple[str, str]
    of: str = ""
    """`output` where what came back from a call differs, not the call."""


class Divergence(Struct, frozen=True):
    """Where two runs part: up to here nothing differs."""

    who: Who
    what: str
    """What differs: the value of a `What`, or `result` of a call."""
    a: Shown | None
    """None where A has nothing in its place."""
    b: Shown | None
    texts: tuple[str | None, str | None] = (None, None)
    """What each says or got back."""

    @property
    def is_words(self) -> bool:
        """Whether only what the model said or thought differs here."""
        return self.what in (What.WORDS.value, What.THOUGHT.value)


class Setup(Struct, frozen=True):
    """Something that the runs began with, and that differs."""

    what: str
    a: str | None
    b: str | None


class Side(Struct, frozen=True, kw_only=True):
    """What one trace holds; None is not known."""

    name: str
    session: str | None = None
    agent: str | None = None
    models: tuple[str, ...] = ()
    events: int = 0
    prompts: int = 0
    calls: int = 0
    failed: int = 0
    seconds: float | None = None
    """From the first event to the last."""
    tokens: int | None = None
    """Of all prompts and answers."""
    output_tokens: int | None = None
    usd: float | None = None
    lower_bound: bool = False
    """It cost more than that, and nobody knows how much."""


class Events(Struct, frozen=True):
    """Every event of both traces is in exactly one of these."""

    matched: tuple[tuple[str, str], ...] = ()
    """By uid."""
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()


class Asides(Struct):
    """Records of the program's own, of one kind."""

    matched: int = 0
    changed: int = 0
    only_a: int = 0
    only_b: int = 0


class Comparison(Struct, frozen=True, kw_only=True):
    """Two traces side by side."""

    relation: Relation
    a: Side
    b: Side
    setup: tuple[Setup, ...] = ()
    same: int = 0
    """Steps that are the same in both, results included."""
    changed: tuple[Changed, ...] = ()
    """Steps that both have and that differ ..."""
    outputs: tuple[Changed, ...] = ()
    """... and same calls with different results."""
    missing: tuple[Shown, ...] = ()
    """Steps that only A has ..."""
    extra: tuple[Shown, ...] = ()
    """... and those that only B has."""
    divergence: Divergence | None = None
    """Where two runs part first; exports of one session do not part."""
    acted: Divergence | None = None
    """The first difference in calls or results, where words differ before."""
    asides: dict[str, Asides] = field(default_factory=dict)
    """By name."""
    events: Events = Events()

    @property
    def identical(self) -> bool:
        """Whether nothing differs: of two runs no step, of two exports no record."""
        steps = self.changed or self.outputs or self.missing or self.extra
        if self.relation is Relation.RUNS:
            return not steps
        return not steps and not any(each.changed or each.only_a or each.only_b for each in self.asides.values())
