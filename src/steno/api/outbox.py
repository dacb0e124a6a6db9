"""Export from the viewer: made whole and looked at first, then handed out once more exactly as it was shown."""

from __future__ import annotations

import io
import re
import threading
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from steno import registry
from steno.api import settings
from steno.api.convert import Conversion
from steno.api.decisions import Decisions
from steno.api.export import FORMAT, export_input
from steno.api.formats import formats
from steno.api.said import said, sentence
from steno.api.view import Desk
from steno.api.written import Written
from steno.base.patterns import deferred
from steno.diagnostics import Diagnostic
from steno.errors import UsageError
from steno.redaction import LEVELS, USUAL, Redaction
from steno.vcs.remembered import name_of
from steno.viewer.masked import Pending

CONFIRM: Final = "without masking"
"""What somebody has to say who wants a session as it is."""
_LONGEST: Final = 200
_SHOWN: Final = 200
_ODD: Final = deferred(r"[^A-Za-z0-9._-]+", re.ASCII)


class Target(Struct, frozen=True):
    name: str
    title: str
    summary: str
    options: dict[str, list[str]]
    """With the values that each may have, the usual one first; none where any may stand."""
    own: bool
    """Whether the session was read from it."""


class Offer(Struct, kw_only=True):
    """What can be chosen."""

    formats: list[Target]
    usual: str
    levels: list[str]
    level: str
    """What is masked where nobody says otherwise."""
    confirm: str
    reviews: dict[str, bool]
    """The levels at which a review was begun, or could be: whether it was."""


class Loss(Struct, frozen=True):
    code: str
    name: str
    what: str
    count: int
    bookkeeping: bool


class Prepared(Struct, kw_only=True):
    """What would be saved."""

    ticket: str
    file: str
    target: str
    size: int
    events: int
    calls: int
    level: str
    masked: dict[str, int]
    """Different values, by type."""
    characters: int
    """How much text was looked at."""
    withheld: int
    losses: list[Loss]
    troubles: list[str]
    broken: list[str]
    """In what it breaks rules of its own format."""
    left: int
    """How many further sentences there are."""
    unchecked: bool
    reviewed: bool
    policy: list[str]
    """What is in force."""


class Parcel(Struct, frozen=True):
    """A file to be saved."""

    name: str
    data: bytes


class Outbox:
    """Keeps what was prepared last, and nothing else."""

    def __init__(self, desk: Desk, decisions: Decisions) -> None:
        self._desk, self._decisions = desk, decisions
        self._lock = threading.Lock()
        self._ready: tuple[str, str, Parcel] | None = None

    def offer(self, key: str) -> Offer:
        """What this session can be written as."""
        own = _own(self._desk, key)
        targets = [
            Target(each.name, each.title, each.summary, each.options, each.name == own)
            for each in formats()
            if each.writes
        ]
        levels = self._levels()
        return Offer(
            formats=targets,
            usual=FORMAT,
            levels=levels,
            level=USUAL.level if USUAL.level in levels else levels[0],
            confirm=CONFIRM,
            reviews={at: self._decisions.begun(key, at) for at in LEVELS if at not in ("none", "structure")},
        )

    def _levels(self) -> list[str]:
        """Where everything is masked, nothing leaves with less."""
        least = self._desk.level(None)
        return list(LEVELS if least is None else LEVELS[LEVELS.index(least) :])

    def prepare(self, key: str, body: Mapping[str, Any]) -> Prepared | Pending:
        """Make an output, and say what became of the session in it; raises `UsageError`."""
        to, level = _word(body, "to", FORMAT), _word(body, "level", USUAL.level)
        reviewed = body.get("reviewed") is True
        self._permitted(level, body)
        redaction, told = self._redaction(key, level, reviewed=reviewed)
        if isinstance(redaction, Pending):
            return redaction
        how = Conversion(
            to=to, options=_options(to, body.get("options")), redaction=redaction,
            subagents=body.get("subagents") is not False,
        )  # fmt: skip
        source, out = self._desk.source(key), io.BytesIO()
        done = export_input(self._desk.world, source, how, out)
        parcel = Parcel(_file_name(source.path, to, how.options), out.getvalue())
        ticket = self._desk.world.randomness(16).hex()
        with self._lock:
            self._ready = (ticket, key, parcel)
        return _prepared(done, ticket, parcel, told, reviewed=reviewed or self._decisions.begun(key, level))

    def _permitted(self, level: str, body: Mapping[str, Any]) -> None:
        if level not in LEVELS:
            raise UsageError(f"level is {level!r}, expected {', '.join(LEVELS)}")
        if level not in self._levels():
            raise UsageError(f"everything is masked here, so nothing leaves at level {level}: start without --mask")
        if level == "none" and body.get("confirm") != CONFIRM:
            raise UsageError(f"nothing would be masked: to confirm that, type the words “{CONFIRM}”")

    def _redaction(self, key: str, level: str, *, reviewed: bool) -> tuple[Redaction | Pending, list[str]]:
        """By the decisions, where somebody began to decide: then nothing leaves before the last one."""
        told: list[str] = []
        world = self._desk.world
        if level not in ("none", "structure") and (reviewed or self._decisions.begun(key, level)):
            settings.policy(world, None, told.append)
            return self._decisions.redaction(key, level), told
        return settings.redaction(world, settings.policy(world, None, told.append), level, None, told.append), told

    def take(self, key: str, ticket: str) -> Parcel:
        """What was prepared; raises `UsageError` where that is not there any more."""
        with self._lock:
            ready = self._ready
        if ready is None or (ready[0], ready[1]) != (ticket, key):
            raise UsageError("this export is not there any more: look at it again, then save it")
        return ready[2]


def _own(desk: Desk, key: str) -> str | None:
    sources = desk.opened(key).view().header.sources
    return sources[0].format if sources else None


def _word(body: Mapping[str, Any], name: str, usual: str) -> str:
    value = body.get(name, usual)
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise UsageError(f"{name} is no word")
    return value


def _options(to: str, found: Any) -> list[str]:
    """The format's own words; what is masked is no option of a format."""
    if found is None:
        return []
    known = registry.formats[to].options
    if not isinstance(found, dict):
        raise UsageError("options is no object")
    words = []
    for name, value in found.items():
        if name not in known:
            raise UsageError(f"{to} has no option {str(name)[:40]!r}, expected {', '.join(known) or 'none'}")
        if not isinstance(value, str) or len(value) > _LONGEST:
            raise UsageError(f"option {name} is no text")
        if value:
            words.append(f"{name}={value}")
    return words


def _file_name(path: Path | None, to: str, options: Any) -> str:
    """A name that no header and no disk minds."""
    stem = _ODD().sub("-", name_of(path) if path is not None else "session").strip(".-")[:80] or "session"
    return f"{stem}.{_ODD().sub('-', to)}{registry.formats[to].suffix(options)}"


def _prepared(done: Written, ticket: str, parcel: Parcel, told: list[str], *, reviewed: bool) -> Prepared:
    troubles, broken = _sentences(done.troubles), _sentences(list(done.broken))
    return Prepared(
        ticket=ticket,
        file=parcel.name,
        target=done.target,
        size=len(parcel.data),
        events=done.events,
        calls=done.calls,
        level=done.redacted.level,
        masked=dict(done.redacted.masked),
        characters=done.redacted.characters,
        withheld=done.withheld,
        losses=_losses(done),
        troubles=troubles[:_SHOWN],
        broken=broken[:_SHOWN],
        left=max(0, len(troubles) - _SHOWN) + max(0, len(broken) - _SHOWN),
        unchecked=done.unchecked,
        reviewed=reviewed,
        policy=[sentence(line) for line in told],
    )


def _sentences(found: list[Diagnostic]) -> list[str]:
    return [str(each) for each in said(found)]


def _losses(done: Written) -> list[Loss]:
    counts: Counter[str] = Counter()
    for each in done.losses:
        counts[each.code] += each.count
    first = {each.code: each.message for each in reversed(said(done.losses))}
    return [
        Loss(code, known.name if known else code, first[code], count, known.bookkeeping if known else False)
        for code, count in counts.most_common()
        for known in [done.codes.get(code)]
    ]
