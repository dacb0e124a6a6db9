"""The process edge: what each outcome says on stderr, and with which code the process ends."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from steno.cli.codes import Exit as Exit
from steno.cli.codes import discard
from steno.cli.codes import say as say


def run(command: click.Command, args: list[str]) -> int:
    """Run a command and end well, whatever happens."""
    _open_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that is not UTF-8 still shows every character
    try:
        with _warnings_said():
            return _said(command, args)
    except OSError:  # stderr takes nothing: there is nobody left to tell
        if os.environ.get("STENO_DEBUG"):
            raise
        discard(sys.stderr)
        return Exit.UNREADABLE


@contextmanager
def _warnings_said() -> Iterator[None]:
    """What a part of Steno warns of is one sentence for the user, without the line of code that said it."""
    shown = warnings.showwarning

    def show(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, file: TextIO | None = None,
        line: str | None = None,
    ) -> None:  # fmt: skip
        from steno.api import StenoWarning  # not before there is something to say: it costs start-up

        if issubclass(category, StenoWarning):
            say(str(message))
        else:
            shown(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = shown


def _said(command: click.Command, args: list[str]) -> int:
    try:
        code = _invoke(command, args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        discard(sys.stdout)  # whoever read our output has seen enough
        return Exit.DONE
    except (KeyboardInterrupt, click.Abort):
        say("interrupted")
        return Exit.INTERRUPTED
    except Exception as error:  # noqa: BLE001  the process edge: the only place that catches everything
        from steno.cli.errors import explain  # not before there is an error: it costs start-up

        return explain(error, as_json="--json" in args)


def _open_standard_streams() -> None:
    """Give the streams that the caller closed a file: or the next one that is opened would take their number.

    Nothing is read from it, and what is written to it fails, but for messages: output is never lost in silence.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if file != number:
                os.dup2(file, number)
                os.close(file)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _invoke(command: click.Command, args: list[str]) -> int:
    try:
        with command.make_context("steno", args) as context:
            return int(command.invoke(context) or Exit.DONE)
    except click.exceptions.Exit as done:
        return done.exit_code


def several(failed: int, done: int, code: int = Exit.DONE, none: int = Exit.UNREADABLE) -> int:
    """The code of a run over several inputs; `code` where none failed, `none` where all did."""
    if not failed:
        return code
    return Exit.PARTIAL if done else none


def withheld(count: int) -> Exit:
    """The code of a run that is done; says how many texts could not be looked at and were withheld for that reason."""
    if not count:
        return Exit.DONE
    from steno.render.terminal import number_of

    say(f"{number_of(count, 'text')} could not be scanned and did not leave (SEC901, SEC903)")
    return Exit.FINDINGS


class Failures:
    """Explains each input that failed while others go on, and counts them."""

    def __init__(self, *, as_json: bool = False) -> None:
        self.count, self._as_json = 0, as_json
        self.code: int = Exit.UNREADABLE
        """What a run ends with in which all inputs failed: the code of the first."""

    def __call__(self, error: Exception) -> None:
        from steno.cli.errors import explain

        self.count += 1
        code = explain(error, as_json=self._as_json)
        self.code = code if self.count == 1 else self.code
