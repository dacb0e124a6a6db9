"""`steno info`"""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.exact import encode
from steno.base.files import Unreadable
from steno.card import card, info
from steno.cli import exits, options, output, redacting, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Place, Report
from steno.model import JSON
from steno.render import card as cards
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.session import Input, read, stream

if TYPE_CHECKING:
    from steno.detect.policy import Allowed


@click.command("info")
@options.word(many=True)
@click.option("--counts", is_flag=True, help="Print every count of the format instead, as --json has them.")
@options.source_format
@redacting.local
@options.as_json
@options.colour
def command(
    words: tuple[str, ...],
    counts: bool,
    source_format: str | None,
    as_json: bool,
    colour: str,
    shown: redacting.Shown,
) -> int:
    """Show what a session is about, what it did, what it took, and whether secrets stand in it.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Sub-agents are
    included.  Times are local.  A cost with ≥ is what is known of it: some requests have no price.  For secrets, all
    of the session's text is looked at, at the level secrets.  The record is shown as it is; --redact masks it.

    --counts and --json print what the format counts, of the session's own file alone.

    \b
      steno info @latest
      steno info session.jsonl --counts
      steno info *.jsonl --json | jq '[.path, .tool_calls]'
    """
    found: list[Diagnostic] = []
    resolve = world.resolver(found.append)
    show: _Show = _Records(shown) if as_json else _Counts(shown, colour) if counts else _Cards(shown, colour)
    lines: list[str] = []
    failed = 0
    with Progress(sys.stderr) as progress:
        for number, word in enumerate(words):
            progress.say(f"reading {word}", number / len(words))
            try:
                lines += show(resolve(word), found.append, source_format)
            except (Unreadable, UsageError) as error:
                if len(words) == 1:
                    raise
                failed += 1
                exits.explain(error, as_json=as_json)
    output.lines(lines)  # not before the bar is gone
    output.warn(found)
    return exits.several(failed, len(words) - failed)


_Show = Callable[[Input, Report, str | None], Iterator[str]]
"""The lines that tell of an input."""


class _Records:
    """Every count of the format, as JSON."""

    def __init__(self, shown: redacting.Shown) -> None:
        self._shown = shown

    def __call__(self, source: Input, report: Report, format: str | None) -> Iterator[str]:
        for record in list(info(source, world.stdin(), report, format)):
            yield encode(self._shown.piece(record)).decode()


class _Counts:
    """Every count of the format, one a line."""

    def __init__(self, shown: redacting.Shown, colour: str) -> None:
        self._shown, self._paint = shown, output.paint(colour)

    def __call__(self, source: Input, report: Report, format: str | None) -> Iterator[str]:
        for record in list(info(source, world.stdin(), report, format)):
            yield from table(_COLUMNS, list(_flat(self._shown.piece(record))), self._paint)
            yield ""


_COLUMNS = (Column("FIELD", most=64, least=16), Column("VALUE"))


def _flat(record: dict[str, JSON], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        elif isinstance(value, list | tuple):
            yield above + key, ", ".join(each if isinstance(each, str) else encode(each).decode() for each in value)
        else:
            yield above + key, value if isinstance(value, str) else encode(value).decode()


class _Cards:
    """A card for each trace; the last one has what a look for secrets in all of the input found."""

    def __init__(self, shown: redacting.Shown, colour: str) -> None:
        self._shown, self._paint = shown, output.paint(colour)
        self._prices = world.prices()
        self._secrets = _Secrets()

    def __call__(self, source: Input, report: Report, format: str | None) -> Iterator[str]:
        data = world.stdin().read() if source.path is None else b""
        traces = list(read(source, io.BytesIO(data), report, format=format, subagents=True))
        paths = {each.path for trace in traces for each in trace.header.sources if isinstance(each.path, str)}
        others = [Input(path, Path(path)) for path in sorted(paths - {source.name})]
        look = self._secrets.look([source, *others], data)
        size = len(data) if source.path is None else source.path.stat().st_size
        name = self._shown.piece(source.name)
        for number, trace in enumerate(self._shown.traces(traces, report), 1):
            told = card(trace, self._prices, name)
            seen = look if number == len(traces) else None
            yield from cards.lines(told, name, size, seen, self._paint)
            yield ""


class _Secrets:
    """Looks for secrets as `steno scan` does, with what steno.toml allows and adds."""

    def __init__(self) -> None:
        self._looking: Allowed | None = None

    def look(self, sources: Iterable[Input], data: bytes) -> cards.Look:
        """What stands in the bytes of some inputs; `data` are those of standard input."""
        from steno.scanner import scan_stream  # the detectors cost start-up

        found: list[Diagnostic] = []
        size = unseen = 0
        for source in sources:
            try:
                looking = self._finder() if source.path is None else self._finder().at(source.path)
                with stream(source, io.BytesIO(data)) as file:
                    scan_stream(file, Place(source.name), looking, found.append)
                size += len(data) if source.path is None else source.path.stat().st_size
            except (Unreadable, OSError):
                unseen += 1
        kinds = Counter(_kind(each) for each in found if each.code not in _UNSEEN)
        unseen += sum(each.code in _UNSEEN for each in found)
        return cards.Look(size, dict(kinds.most_common()), unseen)

    def _finder(self) -> Allowed:
        if self._looking is None:
            from steno.detect import Level, finder

            policy = world.policy(None, no_config=False)
            self._looking = policy.over(finder(Level.SECRETS), Level.SECRETS)
        return self._looking


_UNSEEN = ("SRC040", "SRC041")
"""A binary file, and a part that could not be scanned."""


def _kind(each: Diagnostic) -> str:
    """What was found, without its type."""
    return each.message.rpartition(" (")[0]
