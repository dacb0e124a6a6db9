"""`--redact` and what goes with it: the same options for every command that lets a trace out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from steno.cli import options, world

if TYPE_CHECKING:
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
