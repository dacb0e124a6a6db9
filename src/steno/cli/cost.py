"""`steno cost`"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import click

from steno.base.files import Unreadable
from steno.cli import exits, options, output, selection, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Report
from steno.model import Trace
from steno.pipeline import UnknownFormat
from steno.render import cost as tables
from steno.render.progress import Progress
from steno.render.terminal import number_of
from steno.session import Input, read
from steno.spending import By, Spending, logs, threads

SCHEMA = "steno.cost/1"


@click.command("cost")
@options.word(required=False, many=True)
@click.option("--by", type=click.Choice([each.value for each in By]), default="day", show_default=True, help="Groups.")
@click.option("--since", metavar="DAY", help="Only from this day on: 2026-01-31, or 7d for the last seven days.")
@click.option("--until", metavar="DAY", help="Only up to this day.")
@click.option(
    "--prices", "prices_file", type=click.Path(path_type=Path), metavar="FILE",
    help="Prices that go before those of Steno's own table.",
)  # fmt: skip
@options.as_json
@options.colour
def command(
    words: tuple[str, ...],
    by: str,
    since: str | None,
    until: str | None,
    prices_file: Path | None,
    as_json: bool,
    colour: str,
) -> int:
    """Add up the tokens of sessions, and what they would have cost at list prices.

    SESSION names a session as everywhere; without one, every session of every supported agent on this machine counts,
    sub-agents included.  A request counts once, however many files hold it.  INPUT, CACHE READ and CACHE WRITE are
    parts of the prompts, and no token is in two of them.  Days are in local time.

    A request whose price is not known is counted and not charged; UNPRICED says how many.  Where a log does not say
    all that a request took, what it says is charged.  Either way the cost is marked with ≥, and the lines below the
    table say how many requests that concerns, and why.

    \b
      steno cost
      steno cost --by week
      steno cost --by model --since 30d
      steno cost @latest --by tool
      steno cost --json --by project | jq .cost_usd
    """
    found: list[Diagnostic] = []
    group = By(by)
    days = selection.day(since), selection.day(until)
    if days[0] is not None and days[1] is not None and days[0] > days[1]:
        raise UsageError(f"--since {since} is after --until {until}, so no day is left")
    spending = Spending(group, world.prices(prices_file), *days)
    failed = done = 0
    with Progress(sys.stderr) as progress:
        for source, traces in _inputs(words, days[0], found.append, progress.say):
            try:
                for trace in traces:
                    spending.add(trace, source.name)
                done += 1
            except Unreadable as error:
                if not words and isinstance(error, UnknownFormat):
                    continue  # it lies among the sessions and is none: `steno ls` says so
                failed += 1
                exits.explain(error, as_json=as_json)
    spending.finish()
    if done or not failed:
        _print(spending, group, as_json=as_json, colour=colour)
    output.warn(found)
    return exits.several(failed, done)


Say = Callable[[str, float], None]


def _inputs(
    words: tuple[str, ...], first: date | None, report: Report, say: Say
) -> Iterator[tuple[Input, Iterator[Trace]]]:
    if not words:
        paths = list(logs(world.sessions(report), world.runs(report), first))
        for number, source in enumerate(paths):
            say(f"reading {Path(source.name).name}", number / len(paths))
            yield source, read(source, world.stdin(), lambda _: None)
        return
    meant = world.resolver(report)
    for number, word in enumerate(words):
        source = meant(word)
        say(f"reading {source.name}", number / len(words))
        yield source, _with_threads(source, report)


def _with_threads(source: Input, report: Report) -> Iterator[Trace]:
    """A session with its sub-agents, wherever their logs lie."""
    for trace in read(source, world.stdin(), report, subagents=True):
        yield trace
        if source.path is not None:
            for other in threads(trace, lambda: world.sessions(report)):
                yield from read(other, world.stdin(), report)


def _print(spending: Spending, by: By, *, as_json: bool, colour: str) -> None:
    if as_json:
        for name, each in tables.ordered(spending.groups, by):
            output.emit({"schema": SCHEMA, "by": by.value, "name": name, **tables.record(each)})
        more = {"repeated": spending.repeated, "undated": spending.undated}
        output.emit({"schema": SCHEMA, "total": True, **tables.record(spending.total), **more})
        return
    if spending.groups:
        output.lines(tables.lines(spending.groups, spending.total, by, output.paint(colour)))
    else:
        exits.say("no requests found; `steno ls` lists the sessions")
    for line in tables.unknown(spending.total):
        exits.say(line, "")
    if spending.undated:
        exits.say(f"{number_of(spending.undated, 'request')} left out: no time stated", "")
