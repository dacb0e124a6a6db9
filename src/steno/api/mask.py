"""What its owner sees of the record: as it is, or masked as it would leave, where that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from steno.api import settings

if TYPE_CHECKING:
    from steno.api.world import World
    from steno.base.exact import JSON
    from steno.diagnostics import Report
    from steno.model import Trace
    from steno.passes.single import Single


class Mask:
    """Masks what passes through it; at no level, nothing."""

    def __init__(self, world: World, level: str | None) -> None:
        self._world, self._level = world, level
        self._single: Single | None = None

    @property
    def is_off(self) -> bool:
        return self._level is None

    def traces(self, traces: Iterable[Trace], report: Report) -> Iterator[Trace]:
        """The traces, each masked whole."""
        if self._level is None:
            yield from traces
            return
        from steno import pipeline
        from steno.redaction import Redaction

        redaction = Redaction(level=self._level, machine=settings.machine(self._world))
        masking = redaction.masking(self._world.randomness(32))
        for trace in traces:
            yield pipeline.apply([masking], trace, report)

    def piece(self, piece: Any) -> Any:
        """A piece of JSON, a struct as JSON, or a text; what was found in one is known in the next."""
        if self._level is None:
            return piece
        if self._single is None:
            from steno.detect import Level
            from steno.detect.seeds import seeds
            from steno.passes.single import Single

            known = seeds(settings.machine(self._world), Level(self._level))
            self._single = Single(self._level, self._world.randomness(32), seeds=known)
        return self._single.masked(to_builtins(piece) if hasattr(piece, "__struct_fields__") else piece)

    def record(self, value: JSON, line: bytes) -> tuple[JSON, bytes]:
        """A record of a log and its line."""
        if self._level is None:
            return value, line
        from steno.base.exact import encode

        value = self.piece(value)
        return value, encode(value) + b"\n"
