"""`steno completion`"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, options and session ids.

    \b
      eval "$(steno completion bash)"                                in ~/.bashrc
      eval "$(steno completion zsh)"                                 in ~/.zshrc
      steno completion fish > ~/.config/fish/completions/steno.fish
    """
    complete = get_completion_class(shell)
    if complete is None:
        raise click.UsageError(f"no completion for {shell}", ctx)
    click.echo(complete(ctx.find_root().command, {}, "steno", "_STENO_COMPLETE").source())
