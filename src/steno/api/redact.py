"""Mask traces: one that a caller has, or a session that a word names, in its own format."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from steno import pipeline
from steno.api.inputs import Failed, resolver
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.base.files import whole
from steno.base.ids import system_randomness
from steno.diagnostics import Place, Report
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction
from steno.redaction import together as together
from steno.session import Input, known_as, stream

if TYPE_CHECKING:
    from steno.api.results import Result
    from steno.detect.seeds import Machine

SCHEMA = "steno.ledger/1"


def redact(
    trace: Trace,
    *,
    level: str = USUAL.level,
    key: bytes | None = None,
    report: Report = ignore,
    machine: Machine | None = None,
) -> Trace:
    """The trace with everything masked that a level asks for; equal values get equal marks under one key.

    What is known of a `machine` (its users, its secrets) is looked for from the start; nothing is read of this one.
    """
    masking = Redaction(level=level, machine=machine).masking(system_randomness(32) if key is None else key)
    return pipeline.apply([masking], trace, report)


class RedactedSession(Struct, frozen=True):
    """A session's bytes before and after."""

    name: str
    before: bytes
    """Empty where nobody compares."""
    pieces: Sequence[bytes | memoryview]
    """What it is afterwards, one piece behind the other: what did not change is not copied."""
    redacted: Redacted
    ledger: list[dict[str, JSON]]
    """What was masked and where, one record each, and how many findings the policy let stand; never a value."""
    places: int
    """How many placeholders were put."""

    @property
    def after(self) -> bytes:
        """All of it."""
        return b"".join(self.pieces)


def redact_session(
    world: World,
    session: str,
    redaction: Redaction = USUAL,
    *,
    format: str | None = None,
    report: Report = ignore,
    progress: Progress = silent,
    listed: bool = True,
) -> RedactedSession:
    """The session that a word names, with what the redaction asks for masked; nothing else changes.

    It takes less time where no ledger is wanted of what was masked: then none is `listed`.
    """
    redact = _Redact(world, redaction, format, compared=True, listed=listed, moved=False)
    return redact(resolver(world, report)(session), report, progress)


def redact_sessions(
    world: World,
    sessions: Sequence[str],
    redaction: Redaction = USUAL,
    *,
    format: str | None = None,
    compared: bool = False,
    listed: bool = True,
    jobs: int = 1,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[Result[RedactedSession]]:
    """The sessions that words name, each as `redact_session` gives it, and in their order; `jobs` of them at once.

    Equal values have equal marks in all of them.  What a session was before is left out, unless they are `compared`.
    """
    from steno.api.results import each_result  # costs start-up, and one session needs none of it

    redaction = redaction.under_one_key(world.randomness)
    redact = _Redact(world, redaction, format, compared=compared, listed=listed, moved=True)
    yield from each_result(world, sessions, redact, redaction, jobs, "redacting", failed, report, progress)


class _Redact(Struct, frozen=True):
    world: World
    redaction: Redaction
    format: str | None
    compared: bool
    listed: bool
    moved: bool
    """Whether the result may be handed to another process, which takes bytes alone."""

    def __call__(self, source: Input, report: Report, progress: Progress) -> RedactedSession:
        with stream(source, self.world.stdin()) as file:
            progress(f"redacting {source.name}", 0)
            data = whole(file)
            named, found = known_as(source, io.BytesIO(data), self.format)
            done = pipeline.redacted(
                found, Place(source.name), report, self.redaction, self.world.ambient, named, listed=self.listed
            )
        ledger: list[dict[str, JSON]] = [
            {"schema": SCHEMA, **{name: getattr(each, name) for name in each.__struct_fields__}} for each in done.ledger
        ]
        allowed = [{"schema": SCHEMA, "allowed": n, "rule": rule} for rule, n in sorted(done.suppressed.items())]
        before = data if self.compared else b""
        pieces = [done.data] if self.moved else done.pieces
        return RedactedSession(source.name, before, pieces, done.said, ledger + allowed, done.places)
