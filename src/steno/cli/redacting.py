"""`--redact` and what goes with it: the same options for every command that lets a trace out."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from steno.cli import options, world

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.diagnostics import Report
    from steno.model import Trace
    from steno.passes.single import Single
    from steno.redaction import Redaction

F = TypeVar("F", bound=Callable[..., Any])

_LEVELS = ("none", "secrets", "pii", "strict", "structure")  # as in steno.redaction, which costs start-up

level = click.option(
    "--redact", "level", type=click.Choice(_LEVELS),
    help="What to mask: secrets; pii, personal data too; strict, also tool output and configuration; structure, all "
    "content; none, private keys alone.  [default: secrets, or more where steno.toml asks for it]",
)  # fmt: skip


def option(command: F) -> F:
    """Gives the command one `redaction`, made of the options that say what to mask and how."""

    @functools.wraps(command)
    def called(
        *args: Any,
        level: str | None,
        key_file: Path | None,
        no_seeds: bool,
        config_file: Path | None,
        no_config: bool,
        **rest: Any,
    ) -> Any:
        redaction = _made(level, key_file, config_file, no_seeds=no_seeds, no_config=no_config)
        return command(*args, redaction=redaction, **rest)

    made: Any = called
    for each in (options.no_config, options.config_file, options.no_seeds, options.redaction_key, level):
        made = each(made)
    return made  # type: ignore[no-any-return]


def _made(
    level: str | None, key_file: Path | None, config_file: Path | None, *, no_seeds: bool, no_config: bool
) -> Redaction:
    from steno.redaction import USUAL, Redaction

    policy = world.policy(config_file, no_config=no_config)
    level = level or (policy.level.value if policy.level else USUAL.level)
    machine = world.machine(no_seeds=no_seeds or not policy.seeds)
    return Redaction(level=level, key=world.key(key_file), machine=machine, policy=policy)


# Local views


def local(command: F) -> F:
    """For a command that shows the record to its owner: as it is, or with --redact as it would leave.

    Gives the command one `shown`, through which everything goes that it shows.
    """

    @functools.wraps(command)
    def called(*args: Any, masked: str | None, **rest: Any) -> Any:
        return command(*args, shown=Shown(masked), **rest)

    made: Any = click.option(
        "--redact", "masked", type=click.Choice(["secrets", "pii"]),
        help="Mask secrets, or personal data too.  Without it the record is shown as it is, secrets included.",
    )(called)  # fmt: skip
    return made  # type: ignore[no-any-return]


class Shown:
    """What a person gets to see of the record."""

    def __init__(self, level: str | None) -> None:
        self._level = level
        self._single: Single | None = None

    @property
    def as_it_is(self) -> bool:
        return self._level is None

    def traces(self, traces: Iterable[Trace], report: Report) -> Iterator[Trace]:
        """The traces, each masked whole where it is asked for."""
        if self._level is None:
            yield from traces
            return
        from steno import pipeline
        from steno.redaction import Redaction

        masking = Redaction(level=self._level, machine=world.machine()).masking(world.ambient().randomness(32))
        for trace in traces:
            yield pipeline.apply([masking], trace, report)

    def piece(self, piece: Any) -> Any:
        """A piece of JSON or a text, masked where it is asked for; what was found in one is known in the next."""
        if self._level is None:
            return piece
        if self._single is None:
            from steno.detect import Level
            from steno.detect.seeds import seeds
            from steno.passes.single import Single

            machine = world.machine()
            known = () if machine is None else seeds(machine, Level(self._level))
            self._single = Single(self._level, world.ambient().randomness(32), seeds=known)
        return self._single.masked(piece)

    def record(self, value: JSON, line: bytes) -> tuple[JSON, bytes]:
        """A record of a log and its line."""
        if self._level is None:
            return value, line
        from steno.base.exact import encode

        value = self.piece(value)
        return value, encode(value) + b"\n"
