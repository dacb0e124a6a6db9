"""Arguments and options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_OFFERED = 50

F = TypeVar("F", bound=Callable[..., Any])


class Names(click.Choice[str]):
    """One of some names, which are asked for when they are needed: plug-ins bring more."""

    def __init__(self, find: Callable[[], Iterable[str]]) -> None:
        self._find, self.case_sensitive = find, True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(self._find())


def complete_word(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of sessions, or else files."""
    from click.shell_completion import CompletionItem

    from steno.cli import world

    found = world.sessions(lambda _: None)
    words = [CompletionItem("@latest", help="the newest session")] if found else []
    words += [CompletionItem(each.id, help=each.agent) for each in found]
    # The request for files comes first: bash forgets what stands before it.
    return [
        CompletionItem(incomplete, type="file"),
        *[item for item in words if item.value.startswith(incomplete)][:_OFFERED],
    ]


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from steno import registry

    return [name for name in registry.formats.names() if name.startswith(incomplete)]


def word(*, required: bool = True, many: bool = False) -> Callable[[F], F]:
    """The session or sessions that a command is about."""
    return click.argument(
        "words" if many else "word",
        metavar=("SESSION" if required else "[SESSION]") + ("..." if many else ""),
        required=required,
        nargs=-1 if many else 1,
        shell_complete=complete_word,
    )


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line, with stable names.")
colour = click.option(
    "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True,
    help="Whether to colour; auto asks NO_COLOR, FORCE_COLOR and the terminal.",
)  # fmt: skip
source_format = click.option(
    "-f", "--from", "source_format", metavar="FORMAT", shell_complete=complete_format,
    help="The input's format, instead of finding it by content.",
)  # fmt: skip
output = click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), metavar="FILE",
    help="Write to a file, for its owner alone, instead of stdout.",
)  # fmt: skip
losses = click.option(
    "--losses", "losses_file", type=click.Path(path_type=Path), metavar="FILE",
    help="List what the format had no place for, as lines of JSON.",
)  # fmt: skip
redaction_key = click.option(
    "--redaction-key", "key_file", type=click.Path(path_type=Path), metavar="FILE",
    help="The key for marks of what was redacted, 32 bytes or more: with the same key, the same secret gets the same "
    "mark in every run.  Without it the key is random and kept nowhere.",
)  # fmt: skip
no_seeds = click.option(
    "--no-seeds", is_flag=True,
    help="Do not look for what this machine knows: secrets of the environment, and from pii on its user, host and git "
    "author.",
)  # fmt: skip
repository = click.option(
    "--repo", type=click.Path(path_type=Path), default=Path(), metavar="DIR", help="The repository.  [default: .]",
)  # fmt: skip
no_subagents = click.option("--no-subagents", is_flag=True, help="Leave out the runs of sub-agents.")
config_file = click.option(
    "--config", "config_file", type=click.Path(path_type=Path), metavar="FILE",
    help="What to allow and what else to look for, instead of the nearest steno.toml.",
)  # fmt: skip
no_config = click.option("--no-config", is_flag=True, help="Use no steno.toml, wherever it stands.")
