"""What `steno stats` and `steno cost` have in common: which days, which budget, and how figures are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from steno.cli import output
from steno.render import stats as tables

if TYPE_CHECKING:
    from steno.api.stats import Counted

F = TypeVar("F", bound=Callable[..., Any])

budget = click.option(
    "--budget", "budget_text", metavar="USD/PERIOD",
    help="Say what is left of so many dollars for each day, week, month or year, such as 200/month, and where it ends "
    "at this pace.",
)  # fmt: skip


def days(command: F) -> F:
    """`--since` and `--until`."""
    until = click.option("--until", metavar="DAY", help="Only up to this day.")
    since = click.option(
        "--since", metavar="DAY", help="Only from this day on: 2026-01-31, or 7d for the last seven days."
    )
    return since(until(command))


def styles(command: F) -> F:
    """`--json`, `--csv` and `--html`: one `style`."""
    for name, text in (
        ("html", "Write one page that needs nothing else, with charts."),
        ("csv", "Print the groups as CSV, with a head."),
        ("json", "Print JSON, one object per line, with stable names."),
    ):
        command = click.option(f"--{name}", "style", flag_value=name, help=text)(command)
    return click.option("--text", "style", flag_value="text", default=True, hidden=True)(command)


def written(
    found: Counted, style: str, hide: Callable[[Any], Any] = lambda piece: piece, *, calls: bool = True
) -> Iterator[bytes]:
    """Figures as lines of JSON, as CSV, or as a page; what `hide` masks is masked."""
    match style:
        case "json":
            yield from (output.line(hide(each)) for each in tables.records(found))
        case "csv":
            lines = tables.table_of(found.figures, hide, calls=calls)
            yield from (line.encode("utf-8", "backslashreplace") for line in lines)
        case _:
            from steno.render.statspage import page  # few ask for it

            yield page(found, hide).encode("utf-8", "backslashreplace")
