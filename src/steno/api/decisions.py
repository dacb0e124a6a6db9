"""Decide what of a session is masked before it leaves: value by value, kept as long as the viewer runs.

Nothing is decided by silence: who exports what was reviewed gets it only when every value has a decision.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.api import settings
from steno.api.mask import Mask
from steno.api.view import Desk
from steno.api.world import ignore
from steno.base.counts import number_of
from steno.base.files import nearest, opened, written
from steno.contracts import unwritable
from steno.errors import NotFound, StenoError, UsageError
from steno.viewer.masked import LEVELS, Pending

if TYPE_CHECKING:
    from steno.detect.policy import Allowance, Policy
    from steno.redaction import Redaction
    from steno.viewer.found import Context, Finding, Findings, Spot, Value
    from steno.viewer.view import View

MASK, KEEP, ALLOW = "mask", "keep", "allow"
_POLICY: Final = "steno.toml"
_LONGEST: Final = 500


class Decision(Struct, frozen=True):
    what: str
    reason: str
    sha256: str | None


class Reviewed(Struct, kw_only=True):
    """How far a review is."""

    at: str
    values: int
    places: int
    counts: dict[str, int]
    """`mask`, `keep`, `allow` and `open`."""
    findings: list[Finding]
    policy: str | None
    """The policy file that is in force, where there is one."""
    masked: bool
    """Whether values are withheld here, because everything is masked."""


class Shown(Struct, kw_only=True):
    """One value, where it stands."""

    finding: Finding
    spots: list[Spot]
    more: int
    """How many further places there are."""
    context: Context


class Lines(Struct, frozen=True):
    """What would be written to a policy file."""

    file: str
    new: bool
    lines: str


class Decisions:
    """The reviews of this server."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._lock = desk, threading.Lock()
        self.key = desk.world.randomness(32)
        """Under one key a value has the same mark in every look and in what is exported."""
        self._made: dict[tuple[str, str], Findings | StenoError] = {}
        self._busy: set[tuple[str, str]] = set()
        self._decided: dict[tuple[str, str], dict[str, Decision]] = {}

    # Looking

    def look(self, key: str, at: str, level: str | None = None) -> Reviewed | Pending:
        """What would be masked at a level; without the values, where everything is masked."""
        level = self._desk.level(level)
        at = _stronger(at, level)
        found = self._findings(key, at)
        return found if isinstance(found, Pending) else self._reviewed(key, at, found, level)

    def show(self, key: str, at: str, id: str, place: int, level: str | None = None) -> Shown | Pending:
        """One value, and how it stands at one of its places; raises `NotFound`."""
        level = self._desk.level(level)
        at = _stronger(at, level)
        found = self._findings(key, at)
        if isinstance(found, Pending):
            return found
        value = _value(found, id)
        spots = found.spots(value, self._view(key))
        return Shown(
            finding=self._finding(key, at, value, level),
            spots=spots,
            more=len(value.places) - len(spots),
            context=found.context(value, place, masked=level is not None),
        )

    def _view(self, key: str) -> View:
        opened = self._desk.opened(key)
        opened.refresh()
        opened.whole()
        return opened.view()

    def _findings(self, key: str, at: str) -> Findings | Pending:
        """What was found, looked for in a thread, and again where the session has grown."""
        if at not in LEVELS:
            raise UsageError(f"at is {at[:20]!r}, expected {', '.join(LEVELS)}")
        view = self._view(key)
        with self._lock:
            made = self._made.get((key, at))
            if isinstance(made, StenoError):
                raise made
            if made is not None and made.length == len(view.events):
                return made
            if (key, at) not in self._busy:
                self._busy.add((key, at))
                threading.Thread(target=self._make, args=(key, at, view), name="steno-view-find", daemon=True).start()
        return Pending("looking")

    def _make(self, key: str, at: str, view: View) -> None:
        from steno.viewer.found import Findings

        made: Findings | StenoError | None = None
        try:
            bare = view.trace
            masking = self._usual(at).masking(self.key)
            masked = pipeline.apply([masking], bare, ignore)
            made = Findings(bare, masked, getattr(masking, "ledger", ()), self.key)
        except StenoError as error:
            made = error
        finally:
            with self._lock:
                self._busy.discard((key, at))
                if made is not None:
                    self._made[key, at] = made

    def _usual(self, at: str) -> Redaction:
        """What the command line would mask at a level, by the same policy."""
        world = self._desk.world
        return replace(settings.redaction(world, self._policy(), at, None, lambda line: None), key=self.key)

    def _policy(self) -> Policy:
        return settings.policy(self._desk.world, None, lambda line: None)

    def _reviewed(self, key: str, at: str, found: Findings, level: str | None) -> Reviewed:
        listed = [self._finding(key, at, each, level) for each in found.values.values()]
        counts = dict.fromkeys((MASK, KEEP, ALLOW, "open"), 0)
        for each in listed:
            counts[each.decision or "open"] += 1
        file = self._policy().file
        return Reviewed(
            at=at,
            values=len(listed),
            places=sum(each.places for each in listed),
            counts=counts,
            findings=listed,
            policy=str(Mask(self._desk.world, level).piece(file)) if file else None,
            masked=level is not None,
        )

    def _finding(self, key: str, at: str, value: Value, level: str | None) -> Finding:
        from steno.detect.every import RULES
        from steno.viewer.found import finding

        made = finding(value, {rule.code: rule for rule in RULES}, masked=level is not None)
        known = self._decided.get((key, at), {}).get(value.id)
        if known is not None:
            made.decision = known.what
            made.reason = str(Mask(self._desk.world, level).piece(known.reason)) or None
        return made

    # Deciding

    def decide(self, key: str, at: str, id: str, what: str | None, reason: str) -> Reviewed | Pending:
        """Mask a value or keep it; None takes a decision back.  Raises `UsageError`."""
        found = self._findings(key, at)
        if isinstance(found, Pending):
            return found
        value = _value(found, id)
        if what is None:
            self._of(key, at).pop(id, None)
        elif what == MASK:
            self._of(key, at)[id] = Decision(MASK, "", None)
        elif what == KEEP:
            self._of(key, at)[id] = Decision(KEEP, _reason(reason), self._hash(value))
        else:
            raise UsageError(f"decision is {what[:20]!r}, expected {MASK} or {KEEP}")
        return self._reviewed(key, at, found, self._desk.level(None))

    def allowance(self, key: str, at: str, id: str, reason: str) -> Lines | Pending:
        """The lines that an allowance of a value would add to the policy file; writes nothing."""
        found = self._findings(key, at)
        if isinstance(found, Pending):
            return found
        from steno.detect.policy_file import lines_for

        path, data = self._file()
        return Lines(str(path), not data, lines_for(self._allowance(_value(found, id), reason)))

    def allow(self, key: str, at: str, id: str, reason: str) -> Reviewed | Pending:
        """Write an allowance of a value into the policy file, and decide so; raises `UsageError`."""
        found = self._findings(key, at)
        if isinstance(found, Pending):
            return found
        from steno.detect import plugins
        from steno.detect.policy_file import allowing

        value = _value(found, id)
        allowed = self._allowance(value, reason)
        with self._lock:
            path, data = self._file()
            _put(path, allowing(path, data, allowed, plugins.load().detectors))
            # What others of the reviews found is looked for again, by what is allowed now.
            self._made = {name: made for name, made in self._made.items() if name == (key, at)}
        self._of(key, at)[id] = Decision(ALLOW, allowed.reason, allowed.sha256)
        return self._reviewed(key, at, found, self._desk.level(None))

    def _of(self, key: str, at: str) -> dict[str, Decision]:
        return self._decided.setdefault((key, at), {})

    def _hash(self, value: Value) -> str:
        if self._desk.level(None) is not None:
            raise UsageError("everything is masked here, so nobody can see what would be kept: start without --mask")
        found = value.sha256
        if found is None:
            raise UsageError("this value cannot be told from what stands around it, so it can only be masked")
        return found

    def _allowance(self, value: Value, reason: str) -> Allowance:
        from steno.detect.policy import Allowance

        return Allowance(reason=_reason(reason), sha256=self._hash(value))

    def _file(self) -> tuple[Path, bytes]:
        """The policy file that is in force, else the one to be made where the server was started; and its bytes."""
        world = self._desk.world
        here = world.folder.absolute()
        path = nearest(_POLICY, here, world.home)
        if path is None:
            return here / _POLICY, b""
        with opened(path) as stream:
            return path.resolve(), stream.read()

    # Leaving

    def begun(self, key: str, at: str) -> bool:
        """Whether something is decided already."""
        return bool(self._decided.get((key, at)))

    def redaction(self, key: str, at: str) -> Redaction | Pending:
        """What to mask in an export, by the decisions; raises `UsageError` while a value has none."""
        found = self._findings(key, at)
        if isinstance(found, Pending):
            return found
        from steno.detect.policy import Allowance

        decided = self._decided.get((key, at), {})
        left = sum(id not in decided for id in found.values)
        if left:
            raise UsageError(f"{number_of(left, 'value')} of {len(found.values)} at level {at} not reviewed yet")
        usual = self._usual(at)
        kept = tuple(
            Allowance(reason=each.reason, sha256=each.sha256)
            for id, each in decided.items()
            if id in found.values and each.what != MASK and each.sha256 is not None
        )
        policy = usual.policy or self._policy()
        return replace(usual, policy=replace(policy, allow=(*policy.allow, *kept)))


def _stronger(at: str, level: str | None) -> str:
    """Where everything is masked, no weaker look shows more."""
    if at not in LEVELS or level not in LEVELS:
        return at
    return max(at, level, key=LEVELS.index)


def _value(found: Findings, id: str) -> Value:
    if id not in found.values:
        raise NotFound("no value has this id", "the session may have changed: load the list again")
    return found.values[id]


def _reason(text: str) -> str:
    text = text.strip()
    if not text or not text.isprintable() or len(text) > _LONGEST:
        raise UsageError(f"a reason is needed: one line of at most {_LONGEST} characters that says why this may stand")
    return text


def _put(path: Path, data: bytes) -> None:
    """Write a file that others may read too: it keeps the mode it has."""
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        with written(path) as stream:
            stream.write(data)
        with contextlib.suppress(OSError):  # a disk without modes: what was written stands
            os.chmod(path, mode)  # noqa: PTH101
    except OSError as error:
        raise unwritable(str(path), error) from None
