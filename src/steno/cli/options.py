"""Arguments and options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_OFFERED = 50
PATH = click.Path(path_type=Path)
"""One for all: each that is made looks for translations of its name."""

F = TypeVar("F", bound=Callable[..., Any])


class Names(click.Choice[str]):
    """One of some names, which are asked for when they are needed: plug-ins bring more."""

    def __init__(self, find: Callable[[], Iterable[str]]) -> None:
        self._find, self.case_sensitive = find, True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(self._find())


def complete_session(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of sessions, or else files."""
    from click.shell_completion import CompletionItem

    from steno.api.sessions import session_ids
    from steno.api.world import here

    found = session_ids(here())
    named = {"@latest": "the newest session", "@current": "the one that this runs in"} if found else {}
    words = [CompletionItem(word, help=text) for word, text in (*named.items(), *found)]
    # The request for files comes first: bash forgets what stands before it.
    return [
        CompletionItem(incomplete, type="file"),
        *[item for item in words if item.value.startswith(incomplete)][:_OFFERED],
    ]


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from steno.api.formats import format_names

    return [name for name in format_names() if name.startswith(incomplete)]


def session(*, required: bool = True, many: bool = False) -> Callable[[F], F]:
    """The session or sessions that a command is about."""
    return click.argument(
        "sessions" if many else "session",
        metavar=("SESSION" if required else "[SESSION]") + ("..." if many else ""),
        required=required,
        nargs=-1 if many else 1,
        shell_complete=complete_session,
    )


def _jobs(ctx: click.Context, param: click.Parameter, value: str) -> int:
    if value in ("0", "auto"):
        from steno.api.jobs import cores

        return cores()
    if not (value.isascii() and value.isdigit()):
        raise click.BadParameter(f"{value!r} is neither a number nor auto", ctx, param)
    return int(value)


def jobs_of(default: str) -> Callable[[F], F]:
    return click.option(
        "-j", "--jobs", default=default, show_default=True, metavar="N", callback=_jobs,
        help="Work on so many files at once, in processes; 0 or auto: as many as there are cores.  What comes out, and "
        "its order, are the same.",
    )  # fmt: skip


jobs = jobs_of("1")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line, with stable names.")
colour = click.option(
    "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True,
    help="Whether to use colour; auto follows NO_COLOR, FORCE_COLOR and the terminal.",
)  # fmt: skip
source_format = click.option(
    "-f", "--from", "source_format", metavar="FORMAT", shell_complete=complete_format,
    help="The format of the input.  [default: found by content]",
)  # fmt: skip
output = click.option(
    "-o", "--output", "output_file", type=PATH, metavar="FILE",
    help="Write to a file that only you can read, instead of stdout.",
)  # fmt: skip
outputs = click.option(
    "-o", "--output", "output_file", type=PATH, metavar="FILE|FOLDER",
    help="Write to a file that only you can read, instead of stdout; for several sessions, to files in a folder.",
)  # fmt: skip
losses = click.option(
    "--losses", "losses_file", type=PATH, metavar="FILE",
    help="List what the format has no place for, as lines of JSON.",
)  # fmt: skip
verify = click.option(
    "--verify", is_flag=True,
    help="Read the output back and compare it: exit with 1 if anything differs that no loss names.",
)  # fmt: skip
redaction_key = click.option(
    "--redaction-key", "key_file", type=PATH, metavar="FILE",
    help="A file with a key of 32 bytes or more: with the same key, a secret gets the same mark in every run.  Without "
    "it the key is random and not kept.",
)  # fmt: skip
no_seeds = click.option(
    "--no-seeds", is_flag=True,
    help="Do not use what this machine knows to find more: secrets in its environment and, from pii on, its user, host "
    "and git author.",
)  # fmt: skip
repository = click.option("--repo", type=PATH, default=Path(), metavar="DIR", help="The git repository.  [default: .]")
no_subagents = click.option("--no-subagents", is_flag=True, help="Leave out the runs of sub-agents.")
config_file = click.option(
    "--config", "config_file", type=PATH, metavar="FILE",
    help="A policy file to use instead of the nearest steno.toml.",
)  # fmt: skip
no_sync = click.option(
    "--no-sync", is_flag=True, help="Ask the catalog as it is, without looking for sessions that changed."
)
no_config = click.option("--no-config", is_flag=True, help="Ignore every steno.toml.")


def selection(command: F) -> F:
    """`--project` and `--since`."""
    since = click.option(
        "--since", metavar="DAY", help="Only sessions that were active on this day or later: 2026-01-31, 7d."
    )
    project = click.option(
        "--project", metavar="DIR", help="Only sessions that began in this directory or below; or its name."
    )
    return project(since(command))


def author(command: F) -> F:
    """`--author` and `--role`: who speaks."""
    name = click.option("--author", metavar="NAME", envvar="STENO_AUTHOR", help="Who says so.")
    role = click.option(
        "--role", type=click.Choice(["human", "model", "expert", "client"]), envvar="STENO_ROLE",
        help="What the author is: a human reviewer, a model, an expert in the field, or the client of the work.",
    )  # fmt: skip
    return name(role(command))
