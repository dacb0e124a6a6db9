"""The process edge: what each outcome says on stderr, and with which code the process ends."""

from __future__ import annotations

import enum
import io
import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from steno import __version__

if TYPE_CHECKING:
    from steno.diagnostics import Diagnostic


class Exit(enum.IntEnum):
    DONE = 0
    FINDINGS = 1
    """Rules broken, losses under `--strict`, or something that could not be scanned and was withheld."""
    USAGE = 2
    UNREADABLE = 3
    """No input could be read, or the machine does not let the output be written."""
    PARTIAL = 4
    """Some inputs failed, the others are done."""
    BUG = 70
    INTERRUPTED = 130


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
        _discard(sys.stderr)
        return Exit.UNREADABLE


@contextmanager
def _warnings_said() -> Iterator[None]:
    """What a part of Steno warns of is one sentence for the user, without the line of code that said it."""
    shown = warnings.showwarning

    def show(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, file: TextIO | None = None,
        line: str | None = None,
    ) -> None:  # fmt: skip
        from steno.base.trusted import Refused  # not before there is something to say: it costs start-up

        if issubclass(category, Refused):
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
        _discard(sys.stdout)  # whoever read our output has seen enough
        return Exit.DONE
    except (KeyboardInterrupt, click.Abort):
        say("interrupted")
        return Exit.INTERRUPTED
    except Exception as error:  # noqa: BLE001  the process edge: the only place that catches everything
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


def _discard(stream: TextIO) -> None:
    """Drop what a stream still holds, of which the interpreter would complain when it closes it."""
    file = os.open(os.devnull, os.O_WRONLY)
    os.dup2(file, stream.fileno())
    os.close(file)


def _invoke(command: click.Command, args: list[str]) -> int:
    try:
        with command.make_context("steno", args) as context:
            return int(command.invoke(context) or Exit.DONE)
    except click.exceptions.Exit as done:
        return done.exit_code


def several(failed: int, done: int, code: int = Exit.DONE) -> int:
    """The code of a run over several inputs; `code` where none failed."""
    if not failed:
        return code
    return Exit.PARTIAL if done else Exit.UNREADABLE


def ending(found: Iterable[Diagnostic]) -> Exit:
    """The code of a run that is done; says how much could not be looked at and was withheld for that reason."""
    from steno.passes.redact import UNSEEN  # the detectors cost start-up

    count = sum(each.count for each in found if each.code in UNSEEN)
    if not count:
        return Exit.DONE
    from steno.render.terminal import number_of

    say(f"{number_of(count, 'text')} could not be scanned and did not leave (SEC901, SEC903)")
    return Exit.FINDINGS


def explain(error: Exception, *, as_json: bool = False) -> int:
    """Say on stderr what went wrong; returns the exit code that belongs to it."""
    from steno.base.files import Unreadable  # not before there is an error: it costs start-up
    from steno.contracts import Leak, Refused, UsageError

    hint = str(getattr(error, "hint", ""))
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        hint = f"`{context.command_path} --help` shows how" if isinstance(context, click.Context) else ""
        message = " ".join(error.format_message().split())  # a list of choices has a line for each
        return _error("usage", message[:1].lower() + message[1:], hint, as_json, Exit.USAGE)
    if isinstance(error, UsageError):
        return _error("usage", str(error), hint, as_json, Exit.USAGE)
    if isinstance(error, Refused):
        return _error("machine", str(error), hint, as_json, Exit.UNREADABLE)
    if isinstance(error, Unreadable):
        return _error("unreadable", str(error), hint, as_json, Exit.UNREADABLE)
    if isinstance(error, Leak):
        return _error("leak", str(error), "please report which rule missed it, never the value", as_json, Exit.FINDINGS)
    if os.environ.get("STENO_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.strerror:
        return _refused(error, as_json)
    return _error("bug", f"a bug in Steno ({type(error).__name__})", _bug_report(error), as_json, Exit.BUG)


def _refused(error: OSError, as_json: bool) -> int:
    """What the machine says of a file or a stream: a name that cannot be, a full disk, a folder of somebody else's."""
    from steno.contracts import UsageError, unwritable

    try:
        sys.stdout.flush()
    except OSError:
        _discard(sys.stdout)
    if error.filename is not None:
        what = f"use {os.fsdecode(error.filename)}"
    else:  # a stream, or the folder that we are in: nothing else has no name
        what = "find the working directory" if isinstance(error, FileNotFoundError) else "write the output"
    known = unwritable("", error)
    code = Exit.USAGE if isinstance(known, UsageError) else Exit.UNREADABLE
    return _error(
        "machine", f"cannot {what}: {str(error.strerror).lower()}", known.hint if "write" in what else "", as_json, code
    )


def _error(kind: str, message: str, hint: str, as_json: bool, code: Exit) -> int:
    if as_json:
        import json

        from steno.render.said import sentence

        error = {"kind": kind, "message": sentence(message), "hint": sentence(hint)}
        click.echo(json.dumps({"error": {key: value for key, value in error.items() if value}}), err=True)
    else:
        say(message)
        if hint:
            say(hint, "" if kind == "bug" else "hint: ")
    return code


def _bug_report(error: Exception) -> str:
    """What a developer needs.  The error's own words stay out, as they may quote a file's contents."""
    import platform
    import traceback
    from pathlib import Path

    frames = [
        f"  {'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    versions = f"steno {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return "\n".join(
        [
            "Please report it with the lines from here on. They hold nothing of your files;",
            "with STENO_DEBUG=1 you see the whole error, which may.",
            versions,
            *frames,
            f"  {type(error).__name__}",
        ]
    )


def say(message: str, prefix: str = "steno: ") -> None:
    """A line for the user, on stderr; whatever the message holds is safe to print and to keep in a log."""
    from steno.render.said import sentence
    from steno.render.terminal import visible

    click.echo(prefix + visible(sentence(message)), err=True)
