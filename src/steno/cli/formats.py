"""`steno formats`"""

from __future__ import annotations

import click

from steno.api.formats import AgentListed, FormatListed, agents, formats
from steno.cli import options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of

_COLUMNS = (
    Column("NAME"), Column("TITLE", rank=5), Column("READS", rank=1), Column("WRITES", rank=1),
    Column("RULES", right=True, rank=3), Column("LOSSES", right=True, rank=4), Column("SUMMARY", least=24, rank=2),
)  # fmt: skip
_OPTIONS = (Column("OPTION"), Column("VALUES", rank=1))


_AGENTS = (
    Column("NAME"), Column("TITLE", rank=6), Column("READS", rank=1), Column("WRITES BACK", rank=3),
    Column("USAGE", rank=4), Column("RESULTS", rank=4), Column("VERIFIED ON", rank=2),
    Column("NOT RECORDED", least=16, rank=5),
)  # fmt: skip


@click.command("formats")
@click.argument("name", metavar="[FORMAT]", required=False, shell_complete=options.complete_format)
@click.option("--agents", "of_agents", is_flag=True, help="List the agents whose logs Steno knows instead.")
@options.as_json
@options.colour
def command(name: str | None, of_agents: bool, as_json: bool, colour: str) -> None:
    """List the formats: which Steno reads, writes and checks, and what each may have to leave out.

    FORMAT shows one of them, with the options that `steno convert -O` sets, such as the version to write. With
    --agents, list the agents: how their logs count tokens and join results with calls, on how many real files the
    reader was checked, and what the logs never say.

    \b
      steno formats
      steno formats opentraces
      steno formats --agents
      steno formats --json | jq 'select(.writes) | .name'
    """
    if as_json:
        for each in agents() if of_agents else formats(name):
            output.emit(each)
        return
    if name is not None and not of_agents:
        for known in formats(name):
            _one(known, colour)
        return
    columns, rows = (_AGENTS, _agents()) if of_agents else (_COLUMNS, _formats())
    output.lines(table(columns, rows, output.paint(colour)))


def _formats() -> list[tuple[str, ...]]:
    return [
        (
            each.name,
            each.title,
            _word(each.reads),
            _word(each.writes),
            str(len(each.rules)),
            str(len(each.losses)),
            each.summary,
        )
        for each in formats()
    ]


def _one(known: FormatListed, colour: str) -> None:
    paint = output.paint(colour)
    does = [word for word, can in (("read", known.reads), ("written", known.writes)) if can]
    counted = f"{number_of(len(known.rules), 'rule')}, {number_of(len(known.losses), 'kind')} of loss"
    output.lines([paint(known.name, "bold") + paint(f"  {known.title}"), paint(known.summary)])
    output.lines([paint(f"{' and '.join(does)}; {counted}")])
    if known.options:
        rows = [(key, _listed(values)) for key, values in known.options.items()]
        output.lines(["", *table(_OPTIONS, rows, paint), "", paint("`steno convert -O OPTION=VALUE` sets one.")])


def _listed(values: list[str]) -> str:
    usual = [f"{values[0]} (default)"] if len(values) > 1 else values
    return ", ".join([*usual, *values[1:]]) or "any"


def _agents() -> list[tuple[str, ...]]:
    return [
        (
            each.name,
            each.title,
            _word(each.reads),
            _word(each.writes),
            each.usage or "",
            f"by {each.pairing}" if each.pairing and each.pairing != "none" else each.pairing or "",
            _verified(each),
            ", ".join(each.cannot),
        )
        for each in agents()
    ]


def _verified(agent: AgentListed) -> str:
    if not agent.reads or agent.verified is None:
        return ""
    if agent.verified:
        return number_of(agent.verified, "real file")
    return f"as {agent.like}" if agent.like else "unverified"


def _word(yes: bool) -> str:
    return "yes" if yes else "no"
