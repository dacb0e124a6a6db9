"""Where data goes: stdout or a file, whole or not at all; and what is said beside it."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from steno import __version__
from steno.api import Diagnostic, Severity, output
from steno.api.said import said, sentence
from steno.cli.exits import say
from steno.render.terminal import Paint, columns_of, wants_colour

if TYPE_CHECKING:
    from steno.api import JSON, Code
    from steno.render.groups import Listing


def destination(path: Path | None) -> AbstractContextManager[BinaryIO]:
    """A stream whose bytes arrive only if the block ends well: in a file that only its owner can read, or on stdout."""
    return output.destination(path, sys.stdout.buffer)


def optional(path: Path | None) -> AbstractContextManager[BinaryIO]:
    """The same for a file that may not be asked for: then the bytes go nowhere."""
    return nullcontext(io.BytesIO()) if path is None else destination(path)


def emit(value: JSON) -> None:
    """One line of JSON on stdout."""
    click.echo(output.json_line(value))


def line(value: JSON) -> bytes:
    """One line of JSON."""
    return output.json_line(value) + b"\n"


def paint(choice: str) -> Paint:
    """For text on stdout."""
    return Paint(colour=wants_colour(sys.stdout, os.environ, choice), columns=columns_of(sys.stdout))


def lines(text: Iterable[str]) -> None:
    """Lines that are safe already, on stdout."""
    for line in text:
        sys.stdout.write(line + "\n")  # not click.echo, which flushes each line: a transcript has a million


def findings_as(
    found: list[Diagnostic],
    failed: list[str],
    style: str,
    colour: str,
    schema: str,
    more: Mapping[str, JSON] | None = None,
    codes: Mapping[str, Code] | None = None,
    listing: Listing | None = None,
) -> None:
    """What was found, on stdout, as text, JSON, SARIF or GitHub's annotations.

    `more` is said beside the findings where the style has a place for it; `codes` are those that are not built in;
    `listing` makes the lines of the text.
    """
    from steno.render import findings, groups

    safe, unread = said(found), [sentence(each) for each in failed]
    match style:
        case "json":
            records = [findings.record(each) for each in safe]
            emit({"schema": schema, "diagnostics": records, "failed": unread, **(more or {})})
        case "sarif":
            emit(findings.sarif(safe, _named(found) | dict(codes or {}), unread, __version__, more))
        case "github":
            lines(findings.github(each) for each in safe)
        case _:
            lines((listing or groups.plain)(safe, paint(colour)))


def _named(found: Iterable[Diagnostic]) -> dict[str, Code]:
    from steno.api.rule import named  # few runs have anything to name

    return named(each.code for each in found)


def warn(diagnostics: Iterable[Diagnostic], *, by_name: bool = False) -> None:
    """What reading or writing had to say, on stderr: one line per code.  Notes are left to `steno check`."""
    worth = [each for each in diagnostics if each.severity is not Severity.NOTE]
    if not worth:
        return
    from steno.render import findings  # costs start-up, and most runs have nothing to say

    for line in findings.counted(said(worth), _named(worth) if by_name else {}):
        say(line, "")


def warn_of_missing(sessions: Sequence[str]) -> None:
    """Say which sessions could not be asked for the steps behind lines of commits."""
    if sessions:
        more = f" and {len(sessions) - 1} more" if len(sessions) > 1 else ""
        say(f"{sessions[0]}{more}: the file cannot be read, so steps and prompts are missing", "")


def list_losses(path: Path | None, losses: Iterable[Diagnostic]) -> None:
    """The losses as lines of JSON in a file, if one is asked for."""
    if path is not None:
        from steno.render import findings

        with destination(path) as stream:
            for each in said(losses):
                stream.write(output.json_line(findings.record(each)) + b"\n")


def is_watched() -> bool:
    """Whether somebody may be waiting for the first line: at a terminal, or at the other end of a pipe."""
    try:
        return sys.stdout.isatty() or stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except OSError:  # a stream that is no file
        return False


def paged(text: Iterable[str], *, with_pager: bool, first: Sequence[str] = ()) -> None:
    """Lines on stdout, through a pager where a terminal listens; those that come `first` before others are made."""
    if with_pager and sys.stdout.isatty():
        from steno.render import pager  # costs start-up

        command = pager.chosen(os.environ)
        if command and pager.show(text, command, first):
            return
        if command:
            say(f"cannot start the pager {command[0]!r}; STENO_PAGER or PAGER names another")
    if not first:
        lines(text)
        return
    lines(first)
    sys.stdout.flush()
    with output.while_read(sys.stdout.fileno()):
        lines(text)
