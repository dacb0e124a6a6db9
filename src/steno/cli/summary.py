"""What a command says at its end of a trace that it let out: the same for all of them, on stderr."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from steno.api.written import LARGEST_CHECKED, Written
from steno.cli import exits, output
from steno.render import summary
from steno.render.summary import masked as masked
from steno.render.terminal import number_of

_BUG = "a bug in Steno, please report the codes above"
_WRITTEN_BACK = "it is written back as it was read, so look at the input with `steno check`"


def written(done: Written, title: str, file: Path | None, losses_file: Path | None, *, counted: bool = False) -> int:
    """Say what became of an input; with `counted`, also how much was read.  Returns the exit code."""
    output.warn([*done.troubles, *done.broken, *done.unnamed], by_name=True)
    if done.broken:
        exits.say(f"the output breaks rules of its own format: {_WRITTEN_BACK if done.same_format else _BUG}")
    if done.unnamed:
        exits.say(f"the output differs from what was read where no loss says so: {_BUG}")
    exits.say(title, "")
    rows(_rows(done, file, losses_file, counted=counted))
    return exits.Exit.FINDINGS if done.broken or done.unnamed else exits.withheld(done.withheld)


def for_people(done: Written, title: str, file: Path | None, more: Iterable[tuple[str, str]] = ()) -> int:
    """Say what became of an input that was written to be read; `more` is what else there is to say."""
    output.warn(done.troubles, by_name=True)
    exits.say(title, "")
    rows([("read", _counted(done)), ("masked", summary.masked(done.redacted)), *more, ("written", _size(done, file))])
    return exits.withheld(done.withheld)


def _counted(done: Written) -> str:
    return f"{number_of(done.events, 'event')}, {number_of(done.calls, 'tool call')}"


def _size(done: Written, file: Path | None) -> str:
    return f"{done.size:,} bytes to {file or 'stdout'}"


def _rows(done: Written, file: Path | None, losses_file: Path | None, *, counted: bool) -> Iterator[tuple[str, str]]:
    if counted:
        yield "read", _counted(done)
    yield "masked", summary.masked(done.redacted)
    yield from lost(summary.lost(done.losses, done.codes, listed=losses_file is not None))
    if done.unchecked:
        yield "checked", f"no: larger than {LARGEST_CHECKED >> 20} MiB; `steno check FILE` does it"
    if done.verified:
        yield "verified", "no: see above" if done.unnamed else "read back: every difference is a loss that is named"
    yield "written", _size(done, file)


def lost(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The rows that say what the target had no place for."""
    for number, line in enumerate(lines):
        yield "" if number else "lost", line


def rows(found: Iterable[tuple[str, str]]) -> None:
    """Say each with its name before it."""
    for name, text in found:
        exits.say(f"  {name:<8} {text}", "")
