"""`steno rule`"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import click

from steno import registry
from steno.cli import options, output, world
from steno.contracts import Code, Rule, Strictness, UsageError
from steno.model import JSON
from steno.render.rulepage import difference, parts
from steno.render.table import Column, table
from steno.render.terminal import Paint

SCHEMA = "steno.rule/1"
_STYLES = {"-": "error", "+": "good"}


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in registry.codes() if code.startswith(incomplete.upper())]


@click.command("rule")
@click.argument("code", required=False, shell_complete=_complete)
@options.as_json
@options.config_file
@options.no_config
@options.colour
def command(code: str | None, as_json: bool, config_file: Path | None, no_config: bool, colour: str) -> None:
    """Print the page of a rule, a loss or any other code; without CODE, list them all.

    The rules of steno.toml and of installed packages are among them.

    \b
      steno rule OTK012
      steno rule
    """
    policy = world.policy(config_file, no_config=no_config)
    extra: dict[str, Code] = {rule.code: rule for rule in policy.extra}
    paint = output.paint(colour)
    if code is None and not as_json:
        columns = (Column("CODE"), Column("SEVERITY"), Column("NAME"))
        every = (registry.codes() | extra).values()
        output.lines(table(columns, [(each.code, each.severity.value, each.name) for each in every], paint))
        return
    chosen = list((registry.codes() | extra).values()) if code is None else [_find(code, extra)]
    if as_json:
        for each in chosen:
            output.emit(_record(each))
    else:
        output.lines(_page(chosen[0], paint))


def _find(code: str, extra: dict[str, Code]) -> Code:
    if (found := extra.get(code.upper()) or registry.code(code.upper())) is not None:
        return found
    codes = registry.codes() | extra
    names = {each.name: each for each in codes.values()}
    if code in names:
        return names[code]
    near = get_close_matches(code.upper(), codes, n=1) or get_close_matches(code, names, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else "; `steno rule` lists all"
    raise UsageError(f"no rule {code!r}{meant}")


def _record(code: Code) -> dict[str, JSON]:
    record: dict[str, JSON] = {
        "schema": SCHEMA,
        "code": code.code,
        "name": code.name,
        "severity": code.severity.value,
        "page": code.page,
    }
    if isinstance(code, Rule):
        record |= {"clause": code.clause, "level": code.level.value, "good": code.good, "bad": code.bad}
        record["difference"] = difference(code)
    return record


def _page(code: Code, paint: Paint) -> Iterator[str]:
    level = f", level {code.level.value}" if isinstance(code, Rule) and code.level is not Strictness.STRICT else ""
    yield paint(f"{code.code} {code.name}", "bold") + paint(f"  ({code.severity.value}{level})", "dim")
    if isinstance(code, Rule) and code.clause:
        yield paint(f"Specification: {code.clause}", "dim")
    yield ""
    if not isinstance(code, Rule):
        yield paint(code.page)
        return
    what, why = parts(code)
    yield paint(what)
    if why:
        yield from ("", paint("Why it matters", "bold"), paint(why))
    yield ""
    yield paint("Example", "bold") + paint("  (- breaks the rule; use + instead)", "dim")
    for line in difference(code):
        yield paint(line, _STYLES.get(line[:1], ""))
