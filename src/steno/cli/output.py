"""Where data goes: stdout or a file, whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from steno import __version__, registry
from steno.base.exact import JSON, encode
from steno.base.files import Unreadable, resolved, written
from steno.base.jsonl import BUFFER
from steno.cli import pager as pagers
from steno.cli.exits import say
from steno.contracts import Code, Refused, unwritable
from steno.diagnostics import Diagnostic, Severity
from steno.render import findings, groups
from steno.render.said import said, sentence
from steno.render.terminal import Paint, columns_of, wants_colour


@contextmanager
def destination(path: Path | None) -> Iterator[BinaryIO]:
    """A stream whose bytes arrive only if the block ends well: in a file for its owner alone, or on stdout."""
    if path is None or str(path) == "-":
        with tempfile.TemporaryFile() as whole:
            yield whole
            whole.seek(0)
            shutil.copyfileobj(whole, sys.stdout.buffer, BUFFER)
        return
    try:
        real = resolved(path)
        if path.exists() and not path.is_file():  # /dev/null and the like are written to, never replaced
            with path.open("wb") as stream:
                yield stream
        else:
            with written(real) as stream:
                yield stream
    except (Unreadable, Refused, BrokenPipeError):
        raise
    except OSError as error:
        raise unwritable(str(path), error) from None


def emit(value: JSON) -> None:
    """One line of JSON on stdout."""
    click.echo(encode(value))


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
    listing: groups.Listing = groups.plain,
) -> None:
    """What was found, on stdout, as text, JSON, SARIF or GitHub's annotations.

    `more` is said beside the findings where the style has a place for it; `codes` are those that are not built in;
    `listing` makes the lines of the text.
    """
    safe, unread = said(found), [sentence(each) for each in failed]
    match style:
        case "json":
            records = [findings.record(each) for each in safe]
            emit({"schema": schema, "diagnostics": records, "failed": unread, **(more or {})})
        case "sarif":
            known = dict(codes or {})
            known |= registry.named(each.code for each in found if each.code not in known)
            emit(findings.sarif(safe, known, unread, __version__, more))
        case "github":
            lines(findings.github(each) for each in safe)
        case _:
            lines(listing(safe, paint(colour)))


def warn(diagnostics: Iterable[Diagnostic], *, named: bool = False) -> None:
    """What reading or writing had to say, on stderr: one line per code, and its name if asked for.

    Notes are left to `steno check`.
    """
    worth = [each for each in diagnostics if each.severity is not Severity.NOTE]
    for line in findings.counted(said(worth), registry.named(each.code for each in worth) if named else {}):
        say(line, "")


def list_losses(path: Path | None, losses: Iterable[Diagnostic]) -> None:
    """The losses as lines of JSON in a file, if one is asked for."""
    if path is not None:
        with destination(path) as stream:
            for each in said(losses):
                stream.write(encode(findings.record(each)) + b"\n")


def paged(text: Iterable[str], *, pager: bool) -> None:
    """Lines on stdout, through a pager where a terminal listens."""
    command = pagers.chosen(os.environ) if pager and sys.stdout.isatty() else []
    if not command:
        lines(text)
    elif not pagers.show(text, command):
        say(f"cannot start the pager {command[0]!r}; STENO_PAGER or PAGER names another")
        lines(text)
