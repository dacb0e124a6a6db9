"""`--redact` and what goes with it: the same options for every command that lets a trace out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from steno.cli import exits, options

if TYPE_CHECKING:
    from steno.api import Policy

F = TypeVar("F", bound=Callable[..., Any])

_LEVELS = ("none", "secrets", "pii", "strict", "structure")  # as in steno.redaction, which costs start-up


def level(name: str) -> Callable[[F], F]:
    """The option of that name."""
    return click.option(
        name, "level", type=click.Choice(_LEVELS),
        help="What to mask: secrets; pii, personal data too; strict, also tool output and configuration; structure, "
        "all content; none, private keys alone.  [default: secrets, or more where steno.toml asks for it]",
    )  # fmt: skip


def tell(line: str) -> None:
    """Print a line about what is in force."""
    exits.say(line, "" if line.startswith("policy: ") else "steno: ")


def policy(command: F) -> F:
    """Gives the command one `policy`, made of the nearest steno.toml or of the one that is named."""

    @functools.wraps(command)
    def called(*args: Any, config_file: Path | None, no_config: bool, **rest: Any) -> Any:
        return command(*args, policy=policy_of(config_file, no_config=no_config), **rest)

    made: Any = options.config_file(options.no_config(called))
    return made  # type: ignore[no-any-return]


def policy_of(config_file: Path | None, *, no_config: bool) -> Policy:
    """The policy that these options ask for; prints what is in force."""
    from steno.api import settings
    from steno.api.world import here

    return settings.policy(here(), config_file, tell, none=no_config)


def option(command: F, name: str = "--redact") -> F:
    """Gives the command one `redaction`, made of the options that say what to mask and how."""

    @functools.wraps(command)
    def called(
        *args: Any, level: str | None, key_file: Path | None, no_seeds: bool, policy: Policy, **rest: Any
    ) -> Any:
        from steno.api import settings
        from steno.api.world import here

        redaction = settings.redaction(here(), policy, level, key_file, tell, seeds=not no_seeds)
        return command(*args, redaction=redaction, **rest)

    made: Any = policy(called)
    for each in (options.no_seeds, options.redaction_key, level(name)):
        made = each(made)
    return made  # type: ignore[no-any-return]


def local(command: F) -> F:
    """For a command that shows the record to its owner: as it is, or with --redact as it would leave.

    Gives the command one `mask`, through which everything goes that it shows.
    """

    @functools.wraps(command)
    def called(*args: Any, masked: str | None, **rest: Any) -> Any:
        from steno.api.mask import Mask
        from steno.api.world import here

        return command(*args, mask=Mask(here(), masked), **rest)

    made: Any = click.option(
        "--redact", "masked", type=click.Choice(["secrets", "pii"]),
        help="Mask secrets, or personal data too.  Without it the record is shown as it is, secrets included.",
    )(called)  # fmt: skip
    return made  # type: ignore[no-any-return]
