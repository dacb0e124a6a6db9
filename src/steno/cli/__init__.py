"""The command line: names the verbs, and imports only the one that runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from steno import __version__
from steno.cli import exits

COMMANDS = {
    "ls": "List the sessions on this machine, the last active first.",
    "search": "Find what was said and done in any session.",
    "files": "List the files of a session, or the sessions of a file.",
    "sql": "Ask the catalog of sessions in SQL.",
    "sync": "Bring the catalog of sessions up to date.",
    "show": "Show a session as a readable transcript.",
    "view": "Look at sessions in a browser.",
    "tail": "Show the last events of a session and follow it.",
    "tree": "Draw the tree of runs: which run started which.",
    "export": "Export a session in a trace format, with secrets masked.",
    "html": "Write a session as one offline page, with secrets masked.",
    "md": "Write a session as Markdown to paste, with secrets masked.",
    "info": "Show what a session is about, what it did and what it cost.",
    "stats": "Show what sessions took and did, and what waited longest.",
    "cost": "Add up tokens and their cost.",
    "diff": "Compare two runs, or two records of one session.",
    "outline": "Show the prompts of a session, and what was done for each.",
    "explain": "Show the steps of a session and where each value comes from.",
    "convert": "Convert a session or trace to another format.",
    "bundle": "Make a Forsy bundle or dataset, with secrets masked.",
    "redact": "Mask the secrets in a session or trace.",
    "scan": "Find secrets in files and folders.",
    "note": "Annotate a step of a trace, or the whole trace.",
    "review": "Review a trace step by step.",
    "view-as": "Write sessions or traces as training rows.",
    "dataset": "Make a dataset of sessions that others may have.",
    "check": "Check sessions and traces against the rules of their format.",
    "policy": "Check a dataset's security policy, and traces against it.",
    "rule": "Explain a rule or code.",
    "link": "Find which commits contain lines that sessions wrote.",
    "blame": "Show which session wrote each line of a file.",
    "commit": "Show which sessions wrote a commit, and how much of it.",
    "log": "List commits with their sessions.",
    "archive": "Keep the files of sessions, every state of them.",
    "tap": "Record the calls between an MCP client and its server.",
    "record": "Run an agent with its hooks on and list its sessions.",
    "hook": "Record an agent live through its hooks.",
    "skill": "Install the skills through which agents call Steno.",
    "mcp": "Serve sessions to an agent over MCP, read-only and masked.",
    "doctor": "Check that what agents record here can be read.",
    "formats": "List the formats Steno reads and writes.",
    "completion": "Print a shell completion script.",
}
"""Each verb is the module of that name; a hyphen, which no module can have, is an underscore there."""

_COMPLETE = "_STENO_COMPLETE"


class LazyGroup(click.Group):
    """Knows its commands by name, so that help costs no import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"steno.cli.{name.replace('-', '_')}").command
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches  # only a mistake needs it

            near = get_close_matches(name, COMMANDS, n=1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"no command named {name!r}{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": "STENO",
        "max_content_width": 100,
    },
    epilog="`steno COMMAND --help` shows a command's options and examples.",
)
@click.version_option(__version__, prog_name="steno", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """The exact record of what an AI agent said and did.

    A SESSION is a path, - for standard input, the beginning of a session's id, @latest for the newest session, @-2 for
    the one before it, or @current for the one in which an agent runs this command.

    \b
      steno ls                      list the sessions on this machine
      steno show @latest            read the newest
      steno export > trace.json     share it, with secrets masked
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    if instruction := os.environ.get(_COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "steno", _COMPLETE, instruction)
    return exits.run(cli, sys.argv[1:] if args is None else list(args))
