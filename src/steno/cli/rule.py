"""`steno rule`"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steno.api.rule import rule, rules
from steno.cli import options, output, redacting
from steno.render import rule as pages
from steno.render.table import Column, table

if TYPE_CHECKING:
    from steno.api import Policy

SCHEMA = "steno.rule/1"


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in rules() if code.startswith(incomplete.upper())]


@click.command("rule")
@click.argument("code", required=False, shell_complete=_complete)
@options.as_json
@redacting.policy
@options.colour
def command(code: str | None, as_json: bool, policy: Policy, colour: str) -> None:
    """Explain a rule, a loss or any other code; without CODE, list them all.

    The list includes the rules of steno.toml and of installed packages.

    \b
      steno rule OTK012
      steno rule
    """
    paint = output.paint(colour)
    if code is None and not as_json:
        columns = (Column("CODE"), Column("SEVERITY"), Column("NAME"))
        every = rules(policy).values()
        output.lines(table(columns, [(each.code, each.severity.value, each.name) for each in every], paint))
        return
    chosen = list(rules(policy).values()) if code is None else [rule(code, policy)]
    if as_json:
        for each in chosen:
            output.emit({"schema": SCHEMA, **pages.record(each)})
    else:
        output.lines(pages.page(chosen[0], paint))
